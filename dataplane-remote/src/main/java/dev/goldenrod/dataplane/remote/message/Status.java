package dev.goldenrod.dataplane.remote.message;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How an agent's data plane is, told every few seconds, which shows that the agent lives.
 *
 * @param message what admins should know of it; may be empty
 * @param unreachable why its agent cannot reach it; null when it can
 */
public record Status(String message, @Nullable String unreachable) {
  /** The notification by which it is sent. */
  public static final String METHOD = "status";

  public Status {
    Objects.requireNonNull(message);
  }
}
