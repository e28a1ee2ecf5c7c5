"""TODO-function"""
