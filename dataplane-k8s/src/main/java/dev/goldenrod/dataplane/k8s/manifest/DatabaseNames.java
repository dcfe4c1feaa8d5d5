package dev.goldenrod.dataplane.k8s.manifest;

import java.util.OptionalInt;
import java.util.UUID;

/** The names of a database's objects. */
public record DatabaseNames(UUID id) {
  /** The Secret that owns everything else, and the StatefulSet. */
  public String root() {
    return "db-" + id;
  }

  /** What the data of one generation has: its claim, its configuration, what it was copied from. */
  public String ofGeneration(int generation) {
    return root() + "-" + generation;
  }

  /** The generation whose data has that name; empty for a name of something else. */
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

  /** The only pod. */
  public String pod() {
    return root() + "-0";
  }

  /** The Secret with the certificate of its server. */
  public String tls() {
    return root() + "-tls";
  }

  /** The Service that the database begins with; a takeover may give it another's. */
  public String service() {
    return "ep-" + id;
  }
}
