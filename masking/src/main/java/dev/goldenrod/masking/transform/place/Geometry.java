package dev.goldenrod.masking.transform.place;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.KeyedNumbers;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Options;
import dev.goldenrod.masking.OversizedValue;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rounds the coordinates of a geometry, or moves the whole of it. Knows PostGIS's {@code geometry}
 * and {@code geography} and PostgreSQL's own types but {@code line} and {@code circle}.
 */
final class Geometry implements Transformer {
  private static final Set<String> POSTGIS = Set.of("geometry", "geography");
  private static final Set<String> POINTS = Set.of("point", "lseg", "box", "path", "polygon");
  private static final String ROUND = "round";
  private static final String MOVE = "move";

  private final KeyedHash hash;
  private final boolean isPostgis;
  private final boolean isNullable;
  private final double distance;
  private final double unit;

  private Geometry(MaskRequest request, boolean isPostgis, double distance, double unit) {
    this.hash = request.hash("geometry");
    this.isPostgis = isPostgis;
    this.isNullable = !request.column().notNull();
    this.distance = distance;
    this.unit = unit;
  }

  static Transformer create(MaskRequest request) {
    String type = request.column().typeInfo().withoutDomains().baseName();
    if (!POSTGIS.contains(type) && !POINTS.contains(type)) {
      throw request.wrongType("geometries");
    }
    Options options = request.options();
    boolean moves = options.word("method", List.of(ROUND, MOVE)).equals(MOVE);
    double distance = moves ? options.number("distance").orElse(0.01) : 0;
    if (distance < 0 || moves && distance == 0) {
      throw options.wrong("distance", "above 0, in the units of the coordinates");
    }
    long decimals = moves ? 0 : options.whole("decimals").orElse(2L);
    if (decimals < -6 || decimals > 6) {
      throw options.wrong("decimals", "a number of digits from -6 to 6");
    }
    double unit = moves ? 0 : Math.pow(10, -decimals);
    return new Geometry(request, POSTGIS.contains(type), distance, unit);
  }

  @Override
  public String mask(String value, Row row) {
    KeyedNumbers numbers = hash.numbers(value);
    DoubleUnaryOperator x = coordinate(numbers);
    DoubleUnaryOperator y = coordinate(numbers);
    return isPostgis ? WellKnownBinary.map(value, x, y) : PointText.map(value, x, y);
  }

  @Override
  public @Nullable String maskOversized(OversizedValue value, Row row) {
    if (isNullable) {
      return null;
    }
    throw new RuleException("a geometry above the memory bound has no mask but NULL");
  }

  private DoubleUnaryOperator coordinate(KeyedNumbers numbers) {
    if (distance == 0) {
      return old -> Math.rint(old / unit) * unit;
    }
    double offset = distance * (0.1 + 0.9 * numbers.nextDouble()) * (numbers.nextInt(2) * 2 - 1);
    return old -> old + offset;
  }
}
