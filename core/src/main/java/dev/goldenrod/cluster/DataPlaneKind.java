package dev.goldenrod.cluster;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The platform on which a data plane runs databases. */
public enum DataPlaneKind {
  /** Processes on one machine. */
  LOCAL,
  /** Pods of a Kubernetes cluster. */
  KUBERNETES;

  /** Returns the name in the API: {@code local} or {@code kubernetes}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the kind with the given name in the API; empty if there is none. */
  public static Optional<DataPlaneKind> parse(String wireName) {
    return Arrays.stream(values()).filter(kind -> kind.wireName().equals(wireName)).findFirst();
  }
}
