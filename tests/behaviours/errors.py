"""TODO-errors"""
