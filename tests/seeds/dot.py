"""The structure of a Graphviz graph, free of its node names and of the order it was written in."""

import re
from collections import Counter

NODE = re.compile(r'^\t("[^"]*"|\S+) \[(.*)\]\n$', re.DOTALL)
EDGE = re.compile(r'^\t("[^"]*"|\S+) -> ("[^"]*"|\S+)(?: \[(.*)\])?\n$', re.DOTALL)
ATTRIBUTE = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|[^\s\]]+)', re.DOTALL)


def structure(graph):
    """Nodes and edges of a `graphviz.Digraph` as sorted text.

    Nodes of one label are told apart by a number that follows from their surroundings alone, so
    two graphs of the same structure give the same lists whatever their nodes are called.

    Returns:
        A dict: `nodes` and `edges`, lists of lines; an equal line stands once for each.
    """
    nodes, edges = parsed(graph)
    names = readable(nodes, colours(nodes, edges))
    arrows = (f"{names[a]} -> {names[b]}{attributes}" for a, b, attributes in edges)
    return {"nodes": sorted(names.values()), "edges": sorted(arrows)}


def parsed(graph):
    """Node identifiers with their labels, and edges with their attributes."""
    nodes, edges = {}, []
    for line in graph.body:
        if edge := EDGE.match(line):
            edges.append((edge[1].strip('"'), edge[2].strip('"'), attributes(edge[3] or "")))
        else:
            node = NODE.match(line)
            assert node, f"neither a node nor an edge: {line!r}"
            nodes[node[1].strip('"')] = attributes(node[2])
    return nodes, edges


def attributes(text):
    """Attributes of a node or an edge in one order, the label first."""
    found = {name: value.strip('"') for name, value in ATTRIBUTE.findall(text)}
    label = found.pop("label", "")
    return label + "".join(f" [{name}={value}]" for name, value in sorted(found.items()))


def colours(nodes, edges):
    """Each node's label, refined by its neighbours' as often as there are nodes."""
    colour = dict(nodes)
    for _ in nodes:
        around = {node: [colour[node]] for node in nodes}
        for start, end, attribute in edges:
            around[start].append(f"to {colour[end]} {attribute}")
            around[end].append(f"from {colour[start]} {attribute}")
        signatures = {node: (seen[0], *sorted(seen[1:])) for node, seen in around.items()}
        rank = {signature: i for i, signature in enumerate(sorted(set(signatures.values())))}
        colour = {node: f"{nodes[node]} {rank[signatures[node]]}" for node in nodes}
    return colour


def readable(nodes, colour):
    """Labels, numbered where nodes of different surroundings share one."""
    kinds = sorted({(nodes[node], colour[node]) for node in nodes})
    shared = Counter(label for label, _ in kinds)
    number, seen = {}, Counter()
    for label, kind in kinds:
        seen[label] += 1
        number[label, kind] = f"{label} #{seen[label]}" if shared[label] > 1 else label
    return {node: number[nodes[node], colour[node]] for node in nodes}
