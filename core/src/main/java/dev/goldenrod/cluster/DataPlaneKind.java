package dev.goldenrod.cluster;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a data plane runs databases on. */
public enum DataPlaneKind {
  /** Processes of one machine. */
  LOCAL,
  /** Pods of a Kubernetes cluster. */
  KUBERNETES;

  /** The name in the API: {@code local} or {@code kubernetes}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind of that name; empty when there is none. */
  public static Optional<DataPlaneKind> parse(String wireName) {
    return Arrays.stream(values()).filter(kind -> kind.wireName().equals(wireName)).findFirst();
  }
}
