package dev.goldenrod.dataplane.remote.message;

import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.port.DataPlane;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How an agent's data plane is, told every few seconds, which shows that the agent lives.
 *
 * @param message what admins should know of it; may be empty
 * @param unreachable why its agent cannot reach it; null when it can
 * @param storage null when its volumes have none in common
 */
public record Status(String message, @Nullable String unreachable, @Nullable StorageUse storage) {
  /** The notification by which it is sent. */
  public static final String METHOD = "status";

  public Status {
    Objects.requireNonNull(message);
  }

  /**
   * Whether people have to be told of it at once, since the one that was told says another thing.
   */
  public boolean isNewsAfter(@Nullable Status told) {
    return told == null
        || !message.equals(told.message)
        || !Objects.equals(unreachable, told.unreachable);
  }

  /** How the data plane is now. */
  public static Status of(DataPlane plane) {
    return new Status(
        plane.message(), plane.unreachable().orElse(null), plane.storage().orElse(null));
  }
}
