package dev.goldenrod.console.clone;

import dev.goldenrod.console.html.Durations;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import java.time.Duration;
import java.time.Instant;

/**
 * A clone as its page shows it.
 *
 * @param owner the address of its owner; {@code you} for the member
 * @param cluster the name of its cluster; empty if that was deleted
 * @param isMasked whether an import masked the version that it was made of
 * @param newer the number of a newer version of its golden; 0 if there is none
 * @param now the time that ages are counted to
 */
public record CloneView(
    Instance instance,
    boolean isOwn,
    String owner,
    String cluster,
    boolean isMasked,
    int newer,
    Instant now) {
  public String name() {
    return name(instance);
  }

  public static String name(Instance clone) {
    String name = clone.name();
    return name == null ? "Clone " + clone.id().toString().substring(0, 8) : name;
  }

  public String path() {
    return "/clones/" + instance.id();
  }

  /** Returns the time that is left, such as {@code 7 h 58 min}. */
  public String left() {
    return Durations.of(Duration.between(now, instance.spec().expiresAt()));
  }

  public boolean isReady() {
    return instance.phase() == InstancePhase.READY;
  }

  public boolean isTerminating() {
    return instance.phase() == InstancePhase.TERMINATING;
  }
}
