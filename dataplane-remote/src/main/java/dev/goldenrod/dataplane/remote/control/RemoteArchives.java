package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.dataplane.remote.message.Methods;
import dev.goldenrod.dataplane.remote.message.Parameters.Id;
import dev.goldenrod.dataplane.remote.message.Transfers;
import dev.goldenrod.dataplane.remote.stream.DatabaseConnections;
import dev.goldenrod.dataplane.remote.stream.PartStream;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.SnapshotArchives;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Semaphore;

/** The archives of an agent's data plane. Each caller holds one part in memory at a time. */
final class RemoteArchives implements SnapshotArchives {
  private static final int AT_ONCE = 4;

  /** Shorter than the timeout of a server that has forwarded the request. */
  private static final Duration FOR_A_PART = Duration.ofSeconds(50);

  /** A part covers 4 MiB, which can grow slightly if the data cannot be compressed. */
  private static final int LONGEST_PART = 5 << 20;

  private final AgentCalls calls;
  private final DatabaseConnections connections;
  private final Semaphore room = new Semaphore(AT_ONCE);

  private interface Transfer<R> {
    R by(PartStream stream) throws IOException;
  }

  RemoteArchives(AgentCalls calls, DatabaseConnections connections) {
    this.calls = calls;
    this.connections = connections;
  }

  @Override
  public ArchivePart read(UUID snapshot, int part) {
    return carry(
        stream -> {
          Transfers.Part told =
              calls.ask(
                  Transfers.READ, new Transfers.Read(stream.number(), snapshot, part), FOR_A_PART);
          requireSound(told);
          return new ArchivePart(stream.receive(told.bytes()), told.parts());
        });
  }

  private static void requireSound(Transfers.Part told) {
    if (told.parts() < 1 || told.bytes() < 1 || told.bytes() > LONGEST_PART) {
      throw new DataPlaneException("the agent's answer is no part of an archive");
    }
  }

  @Override
  public void append(UUID archive, long offset, byte[] bytes) {
    if (bytes.length > MOST_BYTES) {
      throw new ArchiveRefusedException(
          "%d bytes are too many at a time; send %d at most".formatted(bytes.length, MOST_BYTES));
    }
    carry(
        stream -> {
          calls.find(Transfers.RECEIVE, new Transfers.Receive(stream.number(), bytes.length));
          stream.send(bytes);
          return calls.find(
              Transfers.APPEND, new Transfers.Append(stream.number(), archive, offset));
        });
  }

  /** Fails instead of waiting for a permit, so that callers do not block the server's threads. */
  private <R> R carry(Transfer<R> transfer) {
    if (!room.tryAcquire()) {
      throw new DataPlaneUnreachableException(
          "it is busy, as %d parts of archives are on their way between it and the server; try again later"
              .formatted(AT_ONCE));
    }
    try (PartStream stream = connections.newPart(FOR_A_PART)) {
      return transfer.by(stream);
    } catch (IOException broken) {
      calls
          .end()
          .ifPresent(
              why -> {
                throw new DataPlaneOfflineException(why);
              });
      throw new DataPlaneUnreachableException(
          "a part of an archive did not come through: " + broken.getMessage(), broken);
    } finally {
      room.release();
    }
  }

  @Override
  public ArchiveObservation observe(UUID archive) {
    return Said.archive(calls.ask(Methods.OBSERVE_ARCHIVE, new Id(archive)));
  }

  @Override
  public void unpack(UUID archive) {
    calls.find(Methods.UNPACK_ARCHIVE, new Id(archive));
  }
}
