package dev.goldenrod.dataplane.remote.message;

import java.util.Objects;
import java.util.UUID;

/**
 * What a control plane says of parts of archives, whose bytes are messages of a connection as those
 * to databases are: short ones, so that all else gets its turn. The control plane closes it.
 */
public final class Transfers {
  /** Asks for a part, whose bytes then come by the connection. */
  public static final Method<Read, Part> READ = method("archives.read", Read.class, Part.class);

  /** Announces bytes of an archive, which are sent by the connection once this is answered. */
  public static final Method<Receive, Void> RECEIVE =
      method("archives.receive", Receive.class, Void.class);

  /** Has the bytes that came by the connection appended, all of them or none. */
  public static final Method<Append, Void> APPEND =
      method("archives.append", Append.class, Void.class);

  private Transfers() {}

  /** One that is answered by the agent itself, which keeps the connection. */
  private static <P, R> Method<P, R> method(String name, Class<P> parameters, Class<R> result) {
    return new Method<>(name, parameters, Json.type(result), (plane, p) -> null);
  }

  /**
   * A part of a snapshot's archive.
   *
   * @param connection by which its bytes come: a number that the control plane gives to one only
   */
  public record Read(long connection, UUID snapshot, int part) {
    public Read {
      Objects.requireNonNull(snapshot);
    }
  }

  /**
   * The part that is on its way.
   *
   * @param parts how many the archive has
   * @param bytes how many the part has
   */
  public record Part(int parts, int bytes) {}

  /**
   * Bytes that are to come.
   *
   * @param connection by which they come
   */
  public record Receive(long connection, int bytes) {}

  /**
   * Where the bytes go.
   *
   * @param connection by which they came
   * @param offset how many bytes the archive has so far
   */
  public record Append(long connection, UUID archive, long offset) {
    public Append {
      Objects.requireNonNull(archive);
    }
  }
}
