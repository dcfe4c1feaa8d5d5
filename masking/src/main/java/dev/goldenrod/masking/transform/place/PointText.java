package dev.goldenrod.masking.transform.place;

import java.util.function.DoubleUnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The text form of PostgreSQL's own geometries: points {@code (x,y)} in brackets. */
final class PointText {
  private static final String NUMBER = "([-+\\w.]+)";
  private static final Pattern POINT = Pattern.compile("\\(" + NUMBER + "," + NUMBER + "\\)");

  private PointText() {}

  static String map(String value, DoubleUnaryOperator x, DoubleUnaryOperator y) {
    return POINT.matcher(value).replaceAll(point -> mapped(point, x, y));
  }

  private static String mapped(MatchResult point, DoubleUnaryOperator x, DoubleUnaryOperator y) {
    double newX = x.applyAsDouble(Double.parseDouble(point.group(1)));
    double newY = y.applyAsDouble(Double.parseDouble(point.group(2)));
    return "(" + newX + "," + newY + ")";
  }
}
