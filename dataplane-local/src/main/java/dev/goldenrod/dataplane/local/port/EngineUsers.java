package dev.goldenrod.dataplane.local.port;

import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.dataplane.local.options.UidRange;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The users that databases run as. If the server is root and the system allows it, each database
 * has a user of its own, so that not even its superuser can read another database's files;
 * otherwise all databases share one user.
 *
 * <p>A database's user has a number, counted from the first id of the range. The number is reserved
 * before use, and not reused before the range is exhausted, so that files which a deleted
 * database's user left behind do not belong to another database.
 */
public final class EngineUsers {
  private static final String NEXT = "next-user";

  /** Earlier releases used the database's port as the number. */
  private static final int BEYOND_PORTS = 1 << 16;

  /**
   * The user for one piece of work, exclusive while this object is open unless it is the shared
   * one.
   */
  public record TemporaryUser(RunAs runAs, Runnable release) implements AutoCloseable {
    /** Kills all processes of the user and releases it. */
    @Override
    public void close() {
      runAs.killAll();
      release.run();
    }
  }

  private final RunAs shared;
  private final Optional<UidRange> range;
  private final Optional<UserNumbers> numbers;

  private EngineUsers(RunAs shared, Optional<UidRange> range, Optional<UserNumbers> numbers) {
    this.shared = shared;
    this.range = range;
    this.numbers = numbers;
  }

  /**
   * Returns users of the range, if it can be used here.
   *
   * @param shared the user for everything that does not belong to a single database
   * @param range null to use the shared user for all databases
   * @param folder the folder for the next id, and for a test file
   * @param owner the data directory's unique name on this machine
   * @throws DataPlaneException if the range is too small for the ports, or if it is not the default
   *     range and the server is not root
   */
  public static EngineUsers of(
      RunAs shared, @Nullable UidRange range, PortRange ports, Path folder, String owner) {
    requireRoot(shared, range);
    Optional<UidRange> usable = Optional.ofNullable(range).filter(uids -> shared.canBeAnyUser());
    usable.ifPresent(uids -> requireRoom(uids, ports));
    Optional<UidRange> working = usable.filter(uids -> works(shared.numbered(uids.last()), folder));
    PortReservations claims = new PortReservations(PortReservations.ofUserIds(), owner);
    return new EngineUsers(
        shared, working, working.map(uids -> numbers(uids, folder.resolve(NEXT), claims)));
  }

  private static UserNumbers numbers(UidRange uids, Path file, PortReservations claims) {
    boolean roomy = uids.last() - uids.first() >= 2 * BEYOND_PORTS;
    int first = uids.first() + (roomy ? BEYOND_PORTS : 1);
    return new UserNumbers(file, first, uids.last(), claims);
  }

  /** The default range is ignored if the server is not root. */
  private static void requireRoot(RunAs shared, @Nullable UidRange range) {
    if (range != null && !range.equals(UidRange.usual()) && !shared.isOtherUser()) {
      throw new DataPlaneException(
          "databases cannot run as the users %s: only a server that runs as root can use other users; leave the option out, or start the server as root"
              .formatted(range));
    }
  }

  public RunAs shared() {
    return shared;
  }

  /**
   * Reserves the number of a user; 0 if all databases share one user.
   *
   * @throws DataPlaneException if all are in use, or the reservation cannot be written
   */
  public int reserve() {
    return numbers.map(UserNumbers::reserve).map(id -> id - first()).orElse(0);
  }

  public void hold(int number) {
    numbers.ifPresent(reserved -> reserved.hold(first() + number));
  }

  /** Releases the number of a user that has no processes any more. */
  public void release(int number) {
    numbers.ifPresent(reserved -> reserved.release(first() + number));
  }

  /** Releases the reservations of a killed server that no database holds. */
  public void releaseUnheld() {
    numbers.ifPresent(UserNumbers::releaseUnheld);
  }

  /** Releases all reservations of a data directory without databases. */
  public static void releaseAll(String owner) {
    new PortReservations(PortReservations.ofUserIds(), owner).releaseAll();
  }

  /** Returns the user with the number; the shared user if the number is beyond the range. */
  public RunAs numbered(int number) {
    return range
        .filter(uids -> (long) uids.first() + number <= uids.last())
        .map(uids -> shared.numbered(uids.first() + number))
        .orElse(shared);
  }

  private int first() {
    return range.orElseThrow().first();
  }

  /** Reserves a user for a server of data that is being created. */
  public TemporaryUser forServer() {
    int number = reserve();
    return new TemporaryUser(numbered(number), () -> release(number));
  }

  /**
   * Reserves a user for work on data from elsewhere. Returns the shared user if users with names
   * are impossible.
   *
   * @param names the file to write the name to
   */
  public TemporaryUser forWork(Path names) {
    int number = reserve();
    return new TemporaryUser(numbered(number).named(names).orElse(shared), () -> release(number));
  }

  /** Kills all processes of the data's owner, unless that is the shared user or the server's. */
  public void killOwner(Path data) {
    if (Files.isDirectory(data) && !shared.isServers(data)) {
      ownerOf(data).killAll();
    }
  }

  /** Returns the owner of the data, as which its database must run. */
  public RunAs ownerOf(Path data) {
    return shared.ownerOf(data);
  }

  public String description() {
    return range
        .map(uids -> "each database as its own user of %s".formatted(uids))
        .orElse("databases as user " + shared.userName());
  }

  private static void requireRoom(UidRange uids, PortRange ports) {
    if ((long) uids.first() + ports.last() > uids.last()) {
      throw new DataPlaneException(
          "the user ids %s are too few for databases on ports up to %d; specify at least %d-%d"
              .formatted(uids, ports.last(), uids.first(), (long) uids.first() + ports.last()));
    }
  }

  /** In a container, such users may not exist. */
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
