package dev.goldenrod.masking.transform.time;

import dev.goldenrod.masking.KeyedNumbers;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/**
 * Shifts dates and timestamps by up to some days, never by nothing. With the option {@code by} all
 * dates of a person are shifted by as much, and so are all timestamps, within a day of the dates.
 */
final class Shift implements Transformer {
  private static final Set<String> TIMESTAMPS = Set.of("timestamp", "timestamptz");
  private static final long DEFAULT_DAYS = 90;
  private static final long MOST_DAYS = 36_500;
  private static final int SECONDS_OF_DAY = 86_400;
  private static final int MICROS_OF_SECOND = 1_000_000;

  private final Person person;
  private final int days;

  private Shift(MaskRequest request) {
    long given = request.options().whole("days").orElse(DEFAULT_DAYS);
    if (given < 1 || given > MOST_DAYS) {
      throw request.options().wrong("days", "a number of days from 1 to " + MOST_DAYS);
    }
    this.days = (int) given;
    this.person = new Person(request, "shift");
  }

  static Transformer ofDate(MaskRequest request) {
    if (!request.column().typeInfo().withoutDomains().baseName().equals("date")) {
      throw request.wrongType("columns of type date");
    }
    return new Shift(request);
  }

  static Transformer ofTimestamp(MaskRequest request) {
    if (!TIMESTAMPS.contains(request.column().typeInfo().withoutDomains().baseName())) {
      throw request.wrongType("timestamps");
    }
    return new Shift(request);
  }

  @Override
  public String mask(String value, Row row) {
    if (Moment.isEndless(value)) {
      return value;
    }
    Moment original = Moment.parse(value);
    KeyedNumbers numbers = person.numbers(value, row);
    long shift = (1 + numbers.nextInt(days)) * (numbers.nextInt(2) * 2L - 1);
    LocalDateTime shifted = original.time().plusDays(shift);
    if (original.hasTime()) {
      // Within the day, to the microsecond: the time of an event alone can identify it.
      shifted =
          shifted
              .plusSeconds(numbers.nextInt(SECONDS_OF_DAY))
              .plus(numbers.nextInt(MICROS_OF_SECOND), ChronoUnit.MICROS);
    }
    return original.at(shifted).toString();
  }

  @Override
  public Set<String> reads() {
    return person.reads();
  }
}
