package dev.goldenrod.masking.transform.code;

import dev.goldenrod.masking.transform.code.IdFormat.Field;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The kinds of fields of national ids. */
final class IdFields {
  private IdFields() {}

  /** Returns a field of decimal digits with numbers from one to another. */
  static Field number(int digits, long first, long last) {
    return new Numbers(digits, first, last);
  }

  /** Returns a field of one character. */
  static Field letter(String alphabet) {
    return new Letter(alphabet);
  }

  /** Returns a field of one word of several, which have the same length. */
  static Field word(List<String> words) {
    return new Word(words);
  }

  /**
   * Returns a field of a date within one century, written as year, month and day with two digits
   * each.
   *
   * @param century the first year
   * @param addedToMonth what is added to the month to tell the century
   */
  static Field date(int century, int addedToMonth) {
    return new Date(century, addedToMonth);
  }

  private record Numbers(int length, long first, long last) implements Field {
    @Override
    public long size() {
      return last - first + 1;
    }

    @Override
    public long number(String text) {
      if (!text.chars().allMatch(letter -> letter >= '0' && letter <= '9')) {
        return -1;
      }
      long number = Long.parseLong(text);
      return number < first || number > last ? -1 : number - first;
    }

    @Override
    public String text(long number) {
      String digits = Long.toString(first + number);
      return "0".repeat(length - digits.length()) + digits;
    }
  }

  private record Letter(String alphabet) implements Field {
    @Override
    public int length() {
      return 1;
    }

    @Override
    public long size() {
      return alphabet.length();
    }

    @Override
    public long number(String text) {
      return alphabet.indexOf(text);
    }

    @Override
    public String text(long number) {
      return alphabet.substring((int) number, (int) number + 1);
    }
  }

  private record Word(List<String> words) implements Field {
    @Override
    public int length() {
      return words.get(0).length();
    }

    @Override
    public long size() {
      return words.size();
    }

    @Override
    public long number(String text) {
      return words.indexOf(text);
    }

    @Override
    public String text(long number) {
      return words.get((int) number);
    }
  }

  private record Date(int century, int addedToMonth) implements Field {
    @Override
    public int length() {
      return 6;
    }

    @Override
    public long size() {
      return ChronoUnit.DAYS.between(first(), LocalDate.of(century + 100, 1, 1));
    }

    @Override
    public long number(String text) {
      if (!text.chars().allMatch(letter -> letter >= '0' && letter <= '9')) {
        return -1;
      }
      int digits = Integer.parseInt(text);
      try {
        LocalDate date =
            LocalDate.of(
                century + digits / 10_000, digits / 100 % 100 - addedToMonth, digits % 100);
        return ChronoUnit.DAYS.between(first(), date);
      } catch (DateTimeException e) {
        return -1;
      }
    }

    @Override
    public String text(long number) {
      LocalDate date = first().plusDays(number);
      int digits =
          (date.getYear() - century) * 10_000
              + (date.getMonthValue() + addedToMonth) * 100
              + date.getDayOfMonth();
      return "%06d".formatted(digits);
    }

    private LocalDate first() {
      return LocalDate.of(century, 1, 1);
    }
  }
}
