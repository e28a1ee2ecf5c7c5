"""TODO-views"""
