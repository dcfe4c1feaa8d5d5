package dev.goldenrod.console.branch;

import java.util.ArrayList;
import java.util.List;

/**
 * A tree on a plane: each generation in a column, a node's first child in its row, other children
 * in rows below.
 *
 * @param boxes a parent before its children
 * @param lines paths, each from one parent to all of its children
 */
public record TreeDrawing(List<Box> boxes, List<String> lines, int width, int height) {
  public static final int BOX_WIDTH = 210;
  public static final int BOX_HEIGHT = 38;
  private static final int COLUMN = 250;
  private static final int ROW = 48;
  private static final int MARGIN = 6;
  private static final int LONGEST_NAME = 22;

  /** A node with the place of its left upper corner. */
  public record Box(TreeNode node, int x, int y) {
    /** Returns the name, shortened to the width of a box. */
    public String label() {
      String name = node.name();
      return isShortened()
          ? name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME - 1)) + "…"
          : name;
    }

    public boolean isShortened() {
      return node.name().codePointCount(0, node.name().length()) > LONGEST_NAME;
    }
  }

  /** Returns the colour of a state in a file, which has no style sheet. */
  public static String color(String tone) {
    return switch (tone) {
      case "good" -> "#1d6b34";
      case "bad" -> "#a4221a";
      case "busy" -> "#7a5200";
      default -> "#625d52";
    };
  }

  /** Draws the tree with the given root. */
  public static TreeDrawing of(TreeNode root) {
    Pen pen = new Pen();
    pen.draw(root, 0, 0);
    int columns = 1 + pen.boxes.stream().mapToInt(box -> box.x() / COLUMN).max().orElse(0);
    int rows = 1 + pen.boxes.stream().mapToInt(box -> box.y() / ROW).max().orElse(0);
    return new TreeDrawing(
        List.copyOf(pen.boxes),
        List.copyOf(pen.lines),
        (columns - 1) * COLUMN + BOX_WIDTH + 2 * MARGIN,
        (rows - 1) * ROW + BOX_HEIGHT + 2 * MARGIN);
  }

  private static final class Pen {
    private final List<Box> boxes = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    /** Draws a node with all below it, and returns the first free row. */
    int draw(TreeNode node, int column, int row) {
      boxes.add(new Box(node, MARGIN + column * COLUMN, MARGIN + row * ROW));
      if (node.children().isEmpty()) {
        return row + 1;
      }
      List<Integer> childRows = new ArrayList<>();
      int next = row;
      for (TreeNode child : node.children()) {
        childRows.add(next);
        next = draw(child, column + 1, next);
      }
      lines.add(line(column, childRows));
      return next;
    }

    private static String line(int column, List<Integer> childRows) {
      int from = MARGIN + column * COLUMN + BOX_WIDTH;
      int to = MARGIN + (column + 1) * COLUMN;
      int middle = (from + to) / 2;
      StringBuilder path = new StringBuilder();
      path.append("M%d %dH%d".formatted(from, center(childRows.get(0)), to));
      if (childRows.size() > 1) {
        int last = center(childRows.get(childRows.size() - 1));
        path.append("M%d %dV%d".formatted(middle, center(childRows.get(0)), last));
      }
      childRows.stream()
          .skip(1)
          .forEach(row -> path.append("M%d %dH%d".formatted(middle, center(row), to)));
      return path.toString();
    }

    private static int center(int row) {
      return MARGIN + row * ROW + BOX_HEIGHT / 2;
    }
  }
}
