package dev.goldenrod.oidc;

import dev.goldenrod.identity.Identity;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * The order in which accounts are renewed: those whose last renewal failed come last, and pause for
 * a number of passes that grows with each failure. Not thread-safe.
 */
final class RenewalQueue {
  private static final int BATCH = 100;
  private static final int LONGEST_PAUSE = 4;

  private final Map<UUID, Failures> failing = new HashMap<>();
  private int pass;

  /**
   * @param nextPass the first pass in which the account is asked about again
   */
  private record Failures(int count, int nextPass) {}

  void beginPass() {
    pass++;
  }

  /**
   * Returns the next accounts to ask about in this pass.
   *
   * @param due returns up to the given number of due accounts, those that wait longest first
   */
  List<Identity> next(IntFunction<List<Identity>> due) {
    int limit = BATCH + failing.size();
    List<Identity> found = due.apply(limit);
    if (found.size() < limit) {
      failing.keySet().retainAll(ids(found));
    }
    return found.stream()
        .filter(identity -> !isPausing(identity))
        .sorted(Comparator.comparingInt(this::failures))
        .limit(BATCH)
        .toList();
  }

  private static Set<UUID> ids(List<Identity> identities) {
    return identities.stream().map(Identity::id).collect(Collectors.toSet());
  }

  private boolean isPausing(Identity identity) {
    Failures known = failing.get(identity.id());
    return known != null && known.nextPass() > pass;
  }

  private int failures(Identity identity) {
    Failures known = failing.get(identity.id());
    return known == null ? 0 : known.count();
  }

  void failed(Identity identity) {
    int count = failures(identity) + 1;
    failing.put(identity.id(), new Failures(count, pass + Math.min(count, LONGEST_PAUSE)));
  }

  void succeeded(Identity identity) {
    failing.remove(identity.id());
  }

  /** Returns the number of due accounts whose last renewal failed. */
  int failing() {
    return failing.size();
  }
}
