package dev.goldenrod.masking.transform.time;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/** Replaces dates of birth by other days of the same band of years. Times become midnight. */
final class BirthDate implements Transformer {
  private static final Set<String> TYPES = Set.of("date", "timestamp", "timestamptz");
  private static final long DEFAULT_BAND = 5;
  private static final long WIDEST_BAND = 100;

  private final Person person;
  private final int band;

  private BirthDate(Person person, int band) {
    this.person = person;
    this.band = band;
  }

  static Transformer create(MaskRequest request) {
    if (!TYPES.contains(request.column().typeInfo().withoutDomains().baseName())) {
      throw request.wrongType("dates");
    }
    long band = request.options().whole("band").orElse(DEFAULT_BAND);
    if (band < 1 || band > WIDEST_BAND) {
      throw request.options().wrong("band", "a number of years from 1 to " + WIDEST_BAND);
    }
    return new BirthDate(new Person(request, "birth"), (int) band);
  }

  @Override
  public String mask(String value, Row row) {
    if (Moment.isEndless(value)) {
      return value;
    }
    Moment original = Moment.parse(value);
    LocalDate day = original.time().toLocalDate();
    LocalDate first = LocalDate.of(Math.floorDiv(day.getYear(), band) * band, 1, 1);
    int days = (int) ChronoUnit.DAYS.between(first, first.plusYears(band));
    int offset = person.numbers(value, row).nextInt(days);
    if (first.plusDays(offset).equals(day)) {
      offset = (offset + 1) % days;
    }
    return original.at(first.plusDays(offset).atStartOfDay()).toString();
  }

  @Override
  public Set<String> reads() {
    return person.reads();
  }
}
