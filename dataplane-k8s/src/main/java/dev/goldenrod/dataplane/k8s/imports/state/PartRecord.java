package dev.goldenrod.dataplane.k8s.imports.state;

import java.util.List;
import java.util.Objects;

/**
 * What is kept of a part of a load.
 *
 * @param pod the uid of the pod that the load is in: nothing of it outlives the pod
 * @param result as JSON; empty until the part has ended
 * @param warnings those of the part alone
 * @param runs of tools up to its end
 */
public record PartRecord(String pod, String result, List<String> warnings, int runs) {
  public PartRecord {
    Objects.requireNonNull(pod);
    Objects.requireNonNull(result);
    warnings = List.copyOf(warnings);
  }

  /** Of one that was begun. */
  public static PartRecord begunIn(String pod) {
    return new PartRecord(pod, "", List.of(), 0);
  }

  public boolean hasEnded() {
    return !result.isEmpty();
  }
}
