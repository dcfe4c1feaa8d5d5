package dev.goldenrod.dataplane.remote.message;

import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.port.DataPlane;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The status of an agent's data plane. Sent every few seconds, which also shows that the agent is
 * alive.
 *
 * @param message a message for admins, which may be empty
 * @param unreachable why the agent cannot reach the data plane; null if it can
 * @param storage null if the volumes share no storage
 */
public record Status(String message, @Nullable String unreachable, @Nullable StorageUse storage) {
  public static final String METHOD = "status";

  public Status {
    Objects.requireNonNull(message);
  }

  /** Returns whether the message or the reachability differs from the last report. */
  public boolean differsFrom(@Nullable Status last) {
    return last == null
        || !message.equals(last.message)
        || !Objects.equals(unreachable, last.unreachable);
  }

  public static Status of(DataPlane plane) {
    return new Status(
        plane.message(), plane.unreachable().orElse(null), plane.storage().orElse(null));
  }
}
