package dev.goldenrod.database;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.Optional;

/**
 * A cron expression, in UTC: minute, hour, day of the month, month, day of the week. Each field is
 * a star, numbers, ranges with {@code -} and steps with {@code /}, in lists with commas. Sunday is
 * 0 and 7. When both kinds of day are given, a day that matches either of them counts, as in cron.
 */
public final class Cron {
  /** Days to search: a 29 February falls on a given weekday at least once in 40 years. */
  private static final int LONGEST_DAYS = 40 * 366 + 1;

  private static final int SUNDAY = 7;

  /** Characters of an expression; a list of all minutes, hours, days and months has about 500. */
  private static final int LONGEST = 1000;

  private final String expression;
  private final BitSet minutes;
  private final BitSet hours;
  private final BitSet days;
  private final BitSet months;
  private final BitSet weekdays;
  private final boolean isAnyDay;
  private final boolean isAnyWeekday;

  /**
   * Parses the expression.
   *
   * @throws IllegalArgumentException naming the field and the invalid value, or when the expression
   *     matches no time at all
   */
  public Cron(String expression) {
    if (expression.length() > LONGEST) {
      throw new IllegalArgumentException(
          "has %d characters; the maximum is %d".formatted(expression.length(), LONGEST));
    }
    String[] fields = expression.strip().split("\\s+");
    if (fields.length != 5) {
      throw new IllegalArgumentException(
          "'%s' must have five fields: minute hour day month weekday, as in 0 3 * * *"
              .formatted(expression));
    }
    this.expression = String.join(" ", fields);
    minutes = values("minute", fields[0], 0, 59);
    hours = values("hour", fields[1], 0, 23);
    days = values("day", fields[2], 1, 31);
    months = values("month", fields[3], 1, 12);
    weekdays = values("weekday", fields[4], 0, SUNDAY);
    if (weekdays.get(SUNDAY)) {
      weekdays.set(0);
    }
    isAnyDay = fields[2].startsWith("*");
    isAnyWeekday = fields[4].startsWith("*");
    if (find(Instant.EPOCH).isEmpty()) {
      throw new IllegalArgumentException("'%s' matches no date".formatted(expression));
    }
  }

  /** Returns the first matching time after the given one. */
  public Instant next(Instant after) {
    return find(after).orElseThrow();
  }

  private Optional<Instant> find(Instant after) {
    LocalDateTime from = LocalDateTime.ofInstant(after, ZoneOffset.UTC).withSecond(0).withNano(0);
    LocalDateTime first = from.plusMinutes(1);
    LocalDate day = first.toLocalDate();
    Optional<LocalTime> time = includes(day) ? timeFrom(first.toLocalTime()) : Optional.empty();
    for (int count = 0; time.isEmpty() && count < LONGEST_DAYS; count++) {
      day = day.plusDays(1);
      time = includes(day) ? timeFrom(LocalTime.MIDNIGHT) : Optional.empty();
    }
    LocalDate found = day;
    return time.map(at -> found.atTime(at).toInstant(ZoneOffset.UTC));
  }

  private boolean includes(LocalDate day) {
    boolean isDay = days.get(day.getDayOfMonth());
    boolean isWeekday = weekdays.get(day.getDayOfWeek().getValue() % SUNDAY);
    boolean either = isAnyDay || isAnyWeekday ? isDay && isWeekday : isDay || isWeekday;
    return months.get(day.getMonthValue()) && either;
  }

  private Optional<LocalTime> timeFrom(LocalTime earliest) {
    int minute = hours.get(earliest.getHour()) ? minutes.nextSetBit(earliest.getMinute()) : -1;
    if (minute >= 0) {
      return Optional.of(LocalTime.of(earliest.getHour(), minute));
    }
    int hour = hours.nextSetBit(earliest.getHour() + 1);
    return hour < 0 ? Optional.empty() : Optional.of(LocalTime.of(hour, minutes.nextSetBit(0)));
  }

  private static BitSet values(String name, String field, int least, int most) {
    BitSet values = new BitSet();
    for (String part : field.split(",", -1)) {
      String[] stepped = part.split("/", -1);
      String[] range = stepped[0].equals("*") ? null : stepped[0].split("-", -1);
      int first = range == null ? least : number(name, field, range[0], least, most);
      int last = most;
      if (range != null && (range.length > 1 || stepped.length == 1)) {
        last = number(name, field, range[range.length - 1], least, most);
      }
      int step = stepped.length > 1 ? number(name, field, stepped[1], 1, most) : 1;
      if (stepped.length > 2 || (range != null && range.length > 2) || first > last) {
        throw wrong(name, field, least, most);
      }
      for (int value = first; value <= last; value += step) {
        values.set(value);
      }
    }
    return values;
  }

  private static int number(String name, String field, String text, int least, int most) {
    int value = text.matches("\\d{1,2}") ? Integer.parseInt(text) : -1;
    if (value < least || value > most) {
      throw wrong(name, field, least, most);
    }
    return value;
  }

  private static IllegalArgumentException wrong(String name, String field, int least, int most) {
    return new IllegalArgumentException(
        "%s '%s' must be *, or numbers from %d to %d, as in %d, %d-%d or */2"
            .formatted(name, field, least, most, least, least, most));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cron cron && cron.expression.equals(expression);
  }

  @Override
  public int hashCode() {
    return expression.hashCode();
  }

  /** Returns the expression, with single spaces between the fields. */
  @Override
  public String toString() {
    return expression;
  }
}
