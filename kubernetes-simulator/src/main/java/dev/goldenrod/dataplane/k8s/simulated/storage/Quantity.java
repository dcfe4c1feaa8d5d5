package dev.goldenrod.dataplane.k8s.simulated.storage;

import io.kubernetes.client.custom.QuantityFormatter;
import java.math.BigDecimal;

/** Amounts as the API writes them, such as {@code 2Gi}. */
public final class Quantity {
  private Quantity() {}

  public static BigDecimal parse(String text) {
    return text.isEmpty() ? BigDecimal.ZERO : new QuantityFormatter().parse(text).getNumber();
  }

  public static long bytes(String text) {
    return parse(text).longValue();
  }
}
