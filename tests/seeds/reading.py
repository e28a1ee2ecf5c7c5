"""Finding code in a tutorial's text, and comparing it with code that restates it.

The texts have lost their indentation and some line breaks, so each line is looked at alone: it is
code if Python reads it, or the longest part of its beginning that it can read, as more than words.
"""

import ast
import inspect
import re
import textwrap

# What Python cannot read by itself and is code all the same: opened, closed or printed.
LEFT_OPEN = re.compile(r"[\w., ]+ = [\w.]+\($|[)\]},]+$|#")
PRINTED = re.compile(
    r"[a-z][\w/.]* = (tensor\(|None$|<)|[a-z]\w* requires_grad: (True|False)$"
    r"|[\w.]+ torch\.Size\(|[A-Z]\w+Error: "
)


def is_code(line):
    """Whether a line of text is code, a comment of code, or what code printed."""
    line = line.strip()
    return bool(LEFT_OPEN.match(line) or PRINTED.match(line) or statement_in(line.rstrip(",")))


def statement_in(line):
    """The longest beginning of a line that Python reads as a statement, not as a mere word."""
    line = line.strip()
    for end in range(len(line), 2, -1):
        statement = statement_of(line[:end])
        if statement and (end == len(line) or is_glued(line, end)):
            return statement
    return None


def is_glued(line, end):
    """Whether prose follows the code that ends here, without as much as a space between."""
    return line[end - 1] in ")0123456789" and line[end].isupper()


def statement_of(text):
    """The one statement a piece of text is, normalised; None for anything else or mere words."""
    if text.startswith("#"):
        return None
    for whole in (text, f"{text}\n pass", f"if 1:\n pass\n{text}\n pass"):
        try:
            (statement,) = ast.parse(whole).body
        except (SyntaxError, ValueError):
            continue
        return None if is_words(statement) else head(statement)
    return None


def is_words(statement):
    """Whether a statement could as well be a word of a sentence."""
    return isinstance(statement, ast.Expr) and not isinstance(
        statement.value, ast.Call | ast.BinOp | ast.Compare
    )


def head(statement):
    """A statement's text; of one with a body, only the line that opens it."""
    if isinstance(statement, ast.If) and statement.orelse:
        return "else:"
    return ast.unparse(statement).split("\n")[0]


def statements(lines):
    """Statements in the lines of a block, in order, those over several lines included."""
    found, open_lines = [], ""
    for line in lines:
        statement = statement_in(open_lines + line.strip())
        if line.endswith("(") or (open_lines and not statement):
            open_lines += line.strip()
        elif statement:
            found.append(statement)
            open_lines = ""
    return found


def statements_of(function):
    """Statements of a function, those in its inner blocks and functions included."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            found.add(ast.unparse(node).split("\n")[0])
            if isinstance(node, ast.If) and node.orelse:
                found.add("else:")
    return found
