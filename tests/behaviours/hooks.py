"""TODO-hooks"""
