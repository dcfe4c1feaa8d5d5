package dev.goldenrod.dataplane.k8s.imports.state;

import java.util.List;
import java.util.Objects;

/**
 * The record of a part of a load.
 *
 * @param pod the uid of the load's pod; the part is lost with the pod
 * @param result as JSON; empty until the part has ended
 * @param warnings of this part alone
 * @param runs the number of tool runs up to the part's end
 */
public record PartRecord(String pod, String result, List<String> warnings, int runs) {
  public PartRecord {
    Objects.requireNonNull(pod);
    Objects.requireNonNull(result);
    warnings = List.copyOf(warnings);
  }

  public static PartRecord begunIn(String pod) {
    return new PartRecord(pod, "", List.of(), 0);
  }

  public boolean hasEnded() {
    return !result.isEmpty();
  }
}
