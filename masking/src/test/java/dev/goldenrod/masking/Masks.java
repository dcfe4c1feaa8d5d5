package dev.goldenrod.masking;

import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.ColumnType;
import dev.goldenrod.masking.transform.Transformers;
import java.util.Arrays;
import java.util.Map;

/** Keys, columns and transformers of tests. */
public final class Masks {
  public static final MaskingKey KEY = key(1);
  public static final MaskingKey OTHER_KEY = key(2);

  private Masks() {}

  public static MaskingKey key(int seed) {
    byte[] bytes = new byte[MaskingKey.BYTES];
    Arrays.fill(bytes, (byte) seed);
    return new MaskingKey(bytes);
  }

  public static Column column(ColumnType type) {
    return new Column("c", type.baseName(), type, false, false, false, null);
  }

  public static Transformer text(String name, Map<String, Object> options) {
    return of(name, options, ColumnType.base("text"));
  }

  public static Transformer of(String name, Map<String, Object> options, ColumnType type) {
    return Transformers.create(name, options, column(type), KEY);
  }
}
