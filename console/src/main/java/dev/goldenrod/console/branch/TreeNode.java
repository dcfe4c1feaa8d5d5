package dev.goldenrod.console.branch;

import java.util.List;

/**
 * A database or a snapshot in a tree.
 *
 * @param id unique within the page
 * @param path of its page
 * @param state the name of its phase
 * @param detail what else is known, such as a size; may be empty
 * @param isCurrent whether the page is about this database
 */
public record TreeNode(
    Kind kind,
    String id,
    String name,
    String path,
    String state,
    String detail,
    boolean isCurrent,
    List<TreeNode> children) {
  /** The kinds of nodes. */
  public enum Kind {
    DATABASE,
    SNAPSHOT
  }

  public TreeNode {
    children = List.copyOf(children);
  }

  public boolean isSnapshot() {
    return kind == Kind.SNAPSHOT;
  }

  /** Returns the state and what else is known, in words. */
  public String facts() {
    return (isSnapshot() ? "snapshot, " : "") + state + (detail.isEmpty() ? "" : ", " + detail);
  }
}
