package dev.goldenrod.dataplane.local.port;

import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.dataplane.local.options.UidRange;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The users that databases run as: each a user of its own where the server is root and the system
 * allows it, so that not even the superuser of one reads another's files; else one for all.
 *
 * <p>A database's user follows from its port, which no other database of the machine has.
 */
public final class EngineUsers {
  private final RunAs shared;
  private final Optional<UidRange> range;

  private EngineUsers(RunAs shared, Optional<UidRange> range) {
    this.shared = shared;
    this.range = range;
  }

  /**
   * Users of that range, if they can be used here.
   *
   * @param shared the user of what is no single database's
   * @param range null for one user for all
   * @param folder where to try whether files can be given to them
   * @throws DataPlaneException when the range holds fewer numbers than the ports need, or when it
   *     is not the usual one and the server is not root
   */
  public static EngineUsers of(
      RunAs shared, @Nullable UidRange range, PortRange ports, Path folder) {
    requireRoot(shared, range);
    Optional<UidRange> usable = Optional.ofNullable(range).filter(uids -> shared.canBeAnyUser());
    usable.ifPresent(uids -> requireRoom(uids, ports));
    return new EngineUsers(
        shared, usable.filter(uids -> works(shared.numbered(uids.first() + ports.last()), folder)));
  }

  /** The usual range is the default, which has no effect where the server is not root. */
  private static void requireRoot(RunAs shared, @Nullable UidRange range) {
    if (range != null && !range.equals(UidRange.usual()) && !shared.isOtherUser()) {
      throw new DataPlaneException(
          "databases cannot run as the users %s: only a server that is root can use other users; leave the choice out, or start the server as root"
              .formatted(range));
    }
  }

  /** The user of what is no single database's. */
  public RunAs shared() {
    return shared;
  }

  /** The user of the database that has the port; the shared one where the range ends before. */
  public RunAs forPort(int port) {
    return range
        .filter(uids -> (long) uids.first() + port <= uids.last())
        .map(uids -> shared.numbered(uids.first() + port))
        .orElse(shared);
  }

  /**
   * A user for work on data of somebody else: one of its own where there can be one that has a
   * name, else the shared one.
   *
   * @param names the file to write the name to
   */
  public WorkUser forWork(Path names) {
    ServerSocket port = Ports.holdAny();
    return new WorkUser(forPort(port.getLocalPort()).named(names).orElse(shared), port);
  }

  /** Kills every process of whom the data belongs to, when that is one database's or work's own. */
  public void killOwner(Path data) {
    if (Files.isDirectory(data) && !shared.isServers(data)) {
      ownerOf(data).killAll();
    }
  }

  /** The user that an existing database has to run as: the owner of its data. */
  public RunAs ownerOf(Path data) {
    return shared.ownerOf(data);
  }

  /** Who databases run as, for people. */
  public String description() {
    return range
        .map(uids -> "each database as a user of its own of %s".formatted(uids))
        .orElse("databases as user " + shared.userName());
  }

  private static void requireRoom(UidRange uids, PortRange ports) {
    if ((long) uids.first() + ports.last() > uids.last()) {
      throw new DataPlaneException(
          "the user ids %s are too few: the user of a database is the first number plus its port, and ports go up to %d; name at least %d-%d"
              .formatted(uids, ports.last(), uids.first(), (long) uids.first() + ports.last()));
    }
  }

  /** In a container such users may not exist. */
  private static boolean works(RunAs user, Path folder) {
    return Tool.tryRun(user.command(List.of("true"))).succeeded()
        && canOwn(user, folder.resolve(".new-user-probe"));
  }

  private static boolean canOwn(RunAs user, Path probe) {
    FileTrees.delete(probe);
    try {
      user.chown(Files.createFile(probe));
      return true;
    } catch (IOException | UncheckedIOException e) {
      return false;
    } finally {
      FileTrees.delete(probe);
    }
  }
}
