package dev.goldenrod.masking.transform.place;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/**
 * Changes the coordinates in a geometry's well-known binary, as OGC and PostGIS (EWKB) write it.
 * The third and fourth coordinate of a point become zero.
 */
final class WellKnownBinary {
  private static final int HAS_Z = 0x80000000;
  private static final int HAS_M = 0x40000000;
  private static final int HAS_SRID = 0x20000000;

  private final ByteBuffer bytes;
  private final DoubleUnaryOperator x;
  private final DoubleUnaryOperator y;

  private WellKnownBinary(byte[] bytes, DoubleUnaryOperator x, DoubleUnaryOperator y) {
    this.bytes = ByteBuffer.wrap(bytes);
    this.x = x;
    this.y = y;
  }

  /** Returns the geometry, in hexadecimal digits, with each coordinate replaced. */
  static String map(String hex, DoubleUnaryOperator x, DoubleUnaryOperator y) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    WellKnownBinary geometry = new WellKnownBinary(bytes, x, y);
    geometry.mapGeometry();
    if (geometry.bytes.hasRemaining()) {
      throw new IllegalArgumentException("there are bytes after the geometry");
    }
    return HexFormat.of().formatHex(bytes).toUpperCase(Locale.ROOT);
  }

  private void mapGeometry() {
    bytes.order(bytes.get() == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    int code = bytes.getInt();
    if ((code & HAS_SRID) != 0) {
      bytes.getInt();
    }
    int plain = code & ~(HAS_Z | HAS_M | HAS_SRID);
    int more = plain / 1000;
    int dimensions =
        2
            + ((code & HAS_Z) != 0 || more == 1 || more == 3 ? 1 : 0)
            + ((code & HAS_M) != 0 || more >= 2 ? 1 : 0);
    switch (plain % 1000) {
      case 1 -> mapPoint(dimensions);
      case 2, 8 -> mapPoints(dimensions);
      case 3, 17 -> mapRings(dimensions);
      case 4, 5, 6, 7, 9, 10, 11, 12, 15, 16 -> mapParts();
      default -> throw new IllegalArgumentException("unknown type of geometry " + plain);
    }
  }

  private void mapParts() {
    ByteOrder order = bytes.order();
    int parts = bytes.getInt();
    for (int i = 0; i < parts; i++) {
      mapGeometry();
    }
    bytes.order(order);
  }

  private void mapRings(int dimensions) {
    int rings = bytes.getInt();
    for (int i = 0; i < rings; i++) {
      mapPoints(dimensions);
    }
  }

  private void mapPoints(int dimensions) {
    int points = bytes.getInt();
    for (int i = 0; i < points; i++) {
      mapPoint(dimensions);
    }
  }

  private void mapPoint(int dimensions) {
    replace(x);
    replace(y);
    for (int i = 2; i < dimensions; i++) {
      replace(old -> 0);
    }
  }

  private void replace(DoubleUnaryOperator coordinate) {
    int at = bytes.position();
    bytes.putDouble(at, coordinate.applyAsDouble(bytes.getDouble()));
  }
}
