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
  private static final int MOST_CONCURRENT = 4;

  /** Shorter than the timeout of a server that has forwarded the request. */
  private static final Duration PART_TIMEOUT = Duration.ofSeconds(50);

  /** A part covers 4 MiB, which can grow slightly if the data cannot be compressed. */
  private static final int LONGEST_PART = 5 << 20;

  private final AgentCalls calls;
  private final DatabaseConnections connections;
  private final Semaphore permits = new Semaphore(MOST_CONCURRENT);

  private interface Transfer<R> {
    R run(PartStream stream) throws IOException;
  }

  RemoteArchives(AgentCalls calls, DatabaseConnections connections) {
    this.calls = calls;
    this.connections = connections;
  }

  @Override
  public ArchivePart read(UUID snapshot, int part) {
    return transfer(
        stream -> {
          Transfers.Part described =
              calls.callForResult(
                  Transfers.READ,
                  new Transfers.Read(stream.number(), snapshot, part),
                  PART_TIMEOUT);
          requireValid(described);
          return new ArchivePart(stream.receive(described.bytes()), described.parts());
        });
  }

  private static void requireValid(Transfers.Part described) {
    if (described.parts() < 1 || described.bytes() < 1 || described.bytes() > LONGEST_PART) {
      throw new DataPlaneException("the agent returned an invalid part of an archive");
    }
  }

  @Override
  public void append(UUID archive, long offset, byte[] bytes) {
    if (bytes.length > MOST_BYTES) {
      throw new ArchiveRefusedException(
          "%d bytes are too many in one request; send at most %d"
              .formatted(bytes.length, MOST_BYTES));
    }
    transfer(
        stream -> {
          calls.call(Transfers.RECEIVE, new Transfers.Receive(stream.number(), bytes.length));
          stream.send(bytes);
          return calls.call(
              Transfers.APPEND, new Transfers.Append(stream.number(), archive, offset));
        });
  }

  /** Fails instead of waiting for a permit, so that callers do not block the server's threads. */
  private <R> R transfer(Transfer<R> transfer) {
    if (!permits.tryAcquire()) {
      throw new DataPlaneUnreachableException(
          "the agent and the server are already transferring %d parts of archives; try again later"
              .formatted(MOST_CONCURRENT));
    }
    try (PartStream stream = connections.newPart(PART_TIMEOUT)) {
      return transfer.run(stream);
    } catch (IOException broken) {
      calls
          .end()
          .ifPresent(
              why -> {
                throw new DataPlaneOfflineException(why);
              });
      throw new DataPlaneUnreachableException(
          "a part of an archive could not be transferred: " + broken.getMessage(), broken);
    } finally {
      permits.release();
    }
  }

  @Override
  public ArchiveObservation observe(UUID archive) {
    return AgentMessageValidator.archive(
        calls.callForResult(Methods.OBSERVE_ARCHIVE, new Id(archive)));
  }

  @Override
  public void unpack(UUID archive) {
    calls.call(Methods.UNPACK_ARCHIVE, new Id(archive));
  }
}
