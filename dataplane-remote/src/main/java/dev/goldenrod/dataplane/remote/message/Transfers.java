package dev.goldenrod.dataplane.remote.message;

import java.util.Objects;
import java.util.UUID;

/**
 * Messages that transfer parts of archives. The bytes are sent as the messages of a {@link
 * Connections connection}, which are short, so that other messages are not delayed. The control
 * plane closes the connection.
 */
public final class Transfers {
  /** Requests a part, whose bytes then arrive on the connection. */
  public static final Method<Read, Part> READ = method("archives.read", Read.class, Part.class);

  /** Announces bytes of an archive, which are sent on the connection after the response. */
  public static final Method<Receive, Void> RECEIVE =
      method("archives.receive", Receive.class, Void.class);

  /** Appends the bytes that arrived on the connection, atomically. */
  public static final Method<Append, Void> APPEND =
      method("archives.append", Append.class, Void.class);

  private Transfers() {}

  /** Creates a method that is answered by the agent itself, which owns the connection. */
  private static <P, R> Method<P, R> method(String name, Class<P> parameters, Class<R> result) {
    return new Method<>(name, parameters, Json.type(result), (plane, p) -> null);
  }

  /** Requests a part, to be sent on a connection whose number is never reused. */
  public record Read(long connection, UUID snapshot, int part) {
    public Read {
      Objects.requireNonNull(snapshot);
    }
  }

  /** The number of parts in the archive, and of bytes in this part. */
  public record Part(int parts, int bytes) {}

  public record Receive(long connection, int bytes) {}

  /**
   * Appends the bytes that arrived on the connection.
   *
   * @param offset the current size of the archive in bytes
   */
  public record Append(long connection, UUID archive, long offset) {
    public Append {
      Objects.requireNonNull(archive);
    }
  }
}
