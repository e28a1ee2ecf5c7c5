"""TODO-modes"""
