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
 * The users that databases run as: each a user of its own where the server is root and the system
 * allows it, so that not even the superuser of one reads another's files; else one for all.
 *
 * <p>A user of one's own has a number, counted from the first id of the range. It is reserved
 * before anything runs as that user, and used again only when the range has come to its end, so
 * that a file that a former database's user left somewhere is no later one's.
 */
public final class EngineUsers {
  private static final String NEXT = "next-user";

  /** Earlier releases counted a database's user by its port. */
  private static final int BEYOND_PORTS = 1 << 16;

  private final RunAs shared;
  private final Optional<UidRange> range;
  private final Optional<UserNumbers> numbers;

  private EngineUsers(RunAs shared, Optional<UidRange> range, Optional<UserNumbers> numbers) {
    this.shared = shared;
    this.range = range;
    this.numbers = numbers;
  }

  /**
   * Users of that range, if they can be used here.
   *
   * @param shared the user of what is no single database's
   * @param range null for one user for all
   * @param folder where to keep which id is next, and to try whether files can be given to them
   * @param owner the data directory's id
   * @throws DataPlaneException when the range holds fewer numbers than the ports need, or when it
   *     is not the usual one and the server is not root
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

  /**
   * Reserves the number of a user of one's own; 0 where there are none.
   *
   * @throws DataPlaneException when all are in use, or the reservation cannot be written
   */
  public int reserve() {
    return numbers.map(UserNumbers::reserve).map(id -> id - first()).orElse(0);
  }

  /** Notes that the number is in use. */
  public void hold(int number) {
    numbers.ifPresent(reserved -> reserved.hold(first() + number));
  }

  /** Ends the reservation of the number; the user must not have any process any more. */
  public void release(int number) {
    numbers.ifPresent(reserved -> reserved.release(first() + number));
  }

  /** Ends the reservations of a killed server that nothing holds. */
  public void releaseUnheld() {
    numbers.ifPresent(UserNumbers::releaseUnheld);
  }

  /** Ends all reservations of a data directory whose databases are gone. */
  public static void releaseAll(String owner) {
    new PortReservations(PortReservations.ofUserIds(), owner).releaseAll();
  }

  /** The user of that number; the shared one where the range ends before. */
  public RunAs numbered(int number) {
    return range
        .filter(uids -> (long) uids.first() + number <= uids.last())
        .map(uids -> shared.numbered(uids.first() + number))
        .orElse(shared);
  }

  private int first() {
    return range.orElseThrow().first();
  }

  /** A user for a server of data that is being made. */
  public WorkUser forServer() {
    int number = reserve();
    return new WorkUser(numbered(number), () -> release(number));
  }

  /**
   * A user for work on data of somebody else: one of its own where there can be one that has a
   * name, else the shared one.
   *
   * @param names the file to write the name to
   */
  public WorkUser forWork(Path names) {
    int number = reserve();
    return new WorkUser(numbered(number).named(names).orElse(shared), () -> release(number));
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
          "the user ids %s are too few for databases on ports up to %d; name at least %d-%d"
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
