"""TODO-checks"""
