package dev.goldenrod.masking.transform.time;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A date or timestamp as PostgreSQL writes it with {@code DateStyle} ISO.
 *
 * @param time the date and time as written
 * @param hasTime whether a time is written
 * @param zone the offset as written, or an empty text
 */
record Moment(LocalDateTime time, boolean hasTime, String zone) {
  private static final Set<String> ENDLESS = Set.of("infinity", "-infinity");
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{4,})-(\\d\\d)-(\\d\\d)"
              + "(?: (\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d{1,6}))?([-+][\\d:]+)?)?( BC)?");

  /** Returns whether the value is before or after all others, and so says nothing. */
  static boolean isEndless(String value) {
    return ENDLESS.contains(value);
  }

  static Moment parse(String value) {
    Matcher form = FORM.matcher(value);
    if (!form.matches()) {
      throw new IllegalArgumentException("no date in the style ISO");
    }
    int year = Integer.parseInt(form.group(1));
    LocalDate date =
        LocalDate.of(
            form.group(9) == null ? year : 1 - year,
            Integer.parseInt(form.group(2)),
            Integer.parseInt(form.group(3)));
    boolean hasTime = form.group(4) != null;
    LocalTime time = hasTime ? time(form) : LocalTime.MIDNIGHT;
    String zone = form.group(8) == null ? "" : form.group(8);
    return new Moment(date.atTime(time), hasTime, zone);
  }

  /** Returns another time, written in the same form. */
  Moment at(LocalDateTime other) {
    return new Moment(other, hasTime, zone);
  }

  @Override
  public String toString() {
    int year = time.getYear();
    StringBuilder text = new StringBuilder(32);
    text.append(padded(year > 0 ? year : 1 - year, 4)).append('-');
    text.append(padded(time.getMonthValue(), 2)).append('-');
    text.append(padded(time.getDayOfMonth(), 2));
    if (hasTime) {
      text.append(' ').append(padded(time.getHour(), 2)).append(':');
      text.append(padded(time.getMinute(), 2)).append(':').append(padded(time.getSecond(), 2));
      if (time.getNano() != 0) {
        text.append('.').append(fraction(time.getNano() / 1000));
      }
      text.append(zone);
    }
    return text.append(year > 0 ? "" : " BC").toString();
  }

  private static LocalTime time(Matcher form) {
    String fraction = form.group(7) == null ? "" : form.group(7);
    int micros = Integer.parseInt(fraction + "0".repeat(6 - fraction.length()));
    return LocalTime.of(
        Integer.parseInt(form.group(4)),
        Integer.parseInt(form.group(5)),
        Integer.parseInt(form.group(6)),
        micros * 1000);
  }

  private static String fraction(int micros) {
    String digits = padded(micros, 6);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return digits.substring(0, end);
  }

  private static String padded(int number, int digits) {
    String text = Integer.toString(number);
    return "0".repeat(Math.max(0, digits - text.length())) + text;
  }
}
