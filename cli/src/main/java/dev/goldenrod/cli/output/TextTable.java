package dev.goldenrod.cli.output;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Formats rows of cells as lines with aligned columns. */
final class TextTable {
  private static final String GAP = "  ";

  private TextTable() {}

  /**
   * Returns one line for each row.
   *
   * @param rows all with as many cells as the first
   */
  static List<String> lines(List<List<String>> rows) {
    List<Integer> widths =
        IntStream.range(0, rows.get(0).size()).mapToObj(column -> width(rows, column)).toList();
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> width(row.get(column))).max().orElse(0);
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  private static String line(List<String> row, List<Integer> widths) {
    return IntStream.range(0, row.size())
        .mapToObj(column -> padded(row.get(column), widths.get(column)))
        .collect(Collectors.joining(GAP))
        .stripTrailing();
  }

  private static String padded(String cell, int width) {
    return cell + " ".repeat(width - width(cell));
  }
}
