package dev.goldenrod.dataplane.k8s.manifest;

import java.util.OptionalInt;
import java.util.UUID;

public record DatabaseNames(UUID id) {
  /** Returns the name of the Secret that owns everything else, and of the StatefulSet. */
  public String root() {
    return "db-" + id;
  }

  /** Returns the name of a generation's claim, configuration, and origin snapshot. */
  public String ofGeneration(int generation) {
    return root() + "-" + generation;
  }

  public OptionalInt generation(String name) {
    String prefix = root() + "-";
    try {
      return name.startsWith(prefix)
          ? OptionalInt.of(Integer.parseInt(name.substring(prefix.length())))
          : OptionalInt.empty();
    } catch (NumberFormatException other) {
      return OptionalInt.empty();
    }
  }

  public String pod() {
    return root() + "-0";
  }

  public String tls() {
    return root() + "-tls";
  }

  /** Returns the name of the database's first Service. A takeover may give it another one. */
  public String service() {
    return "ep-" + id;
  }
}
