package dev.goldenrod.console.page;

import dev.goldenrod.console.session.Visit;
import java.util.List;

/**
 * A numbered page of a list that is read as a whole because it is searched or counted.
 *
 * @param number of the page, from 1
 * @param pages how many there are, at least 1
 * @param total the rows of all pages
 */
public record Slice<R>(List<R> rows, int number, int pages, int total) {
  private static final int ROWS = 50;

  /** Returns the part of the list that the query's {@code page} names, or the nearest one. */
  public static <R> Slice<R> of(Visit visit, List<R> all) {
    int pages = Math.max(1, (all.size() + ROWS - 1) / ROWS);
    int number = Math.min(pages, visit.query("page").map(Slice::number).orElse(1));
    int first = (number - 1) * ROWS;
    List<R> rows = all.subList(first, Math.min(all.size(), first + ROWS));
    return new Slice<>(rows, number, pages, all.size());
  }

  private static int number(String text) {
    return text.matches("[1-9]\\d{0,6}") ? Integer.parseInt(text) : 1;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  public boolean hasPrevious() {
    return number > 1;
  }

  public boolean hasNext() {
    return number < pages;
  }
}
