package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A user that database processes run as, since PostgreSQL refuses to run as root.
 *
 * <p>It is the server's own user, unless that is root: then the one that an operator named, or the
 * first that exists of {@code goldenrod}, which is created where that is possible, {@code postgres}
 * and {@code nobody}. Files that root works with stay root's; this user gets no more than the way
 * to them, and what is its own.
 */
public final class RunAs {
  private static final int ATTEMPTS = 20;
  private static final String NO_NEW_PRIVILEGES = "--no-new-privs";

  /** Effectively the user, as which it may signal its processes alone, but not theirs to signal. */
  private static final String SIGNAL_ALL =
      """
      my ($user, $unused, $signal) = @ARGV;
      ($<, $>) = ($unused, $user);
      $< == $unused && $> == $user or die "cannot become user $user\\n";
      kill $signal => -1;
      """;

  /** What the command sees as the system's users; nobody else does. */
  private static final String WITH_NAMES = "mount --bind \"$0\" /etc/passwd && exec \"$@\"";

  private static final String UNUSED_UID = "4294967294";

  /** Cached for the process, by the name that an operator gave, empty for none. */
  private static final Map<String, RunAs> DETECTED = new ConcurrentHashMap<>();

  private final String userName;
  private final int serverUid;
  private final int uid;
  private final int gid;
  private final List<String> prefix;
  private final boolean alone;

  private RunAs(String userName, int serverUid, int uid, int gid, List<String> prefix) {
    this(userName, serverUid, uid, gid, prefix, false);
  }

  private RunAs(
      String userName, int serverUid, int uid, int gid, List<String> prefix, boolean alone) {
    this.userName = userName;
    this.serverUid = serverUid;
    this.uid = uid;
    this.gid = gid;
    this.prefix = prefix;
    this.alone = alone;
  }

  /** Finds the user as {@link #detect(String)} does when no operator named one. */
  public static RunAs detect() {
    return detect(null);
  }

  /**
   * Finds the user, and creates it when the server is root and may.
   *
   * @param engineUser the user that an operator named; null for the first that exists
   * @throws DataPlaneException when the server is root and no other user is there or can be used,
   *     or when the named one does not exist, is root, or is not the server's own and that is not
   *     root
   */
  public static RunAs detect(@Nullable String engineUser) {
    return DETECTED.computeIfAbsent(
        Objects.requireNonNullElse(engineUser, ""), user -> find(engineUser));
  }

  private static RunAs find(@Nullable String engineUser) {
    int serverUid = SystemUsers.uid();
    if (serverUid != 0) {
      return ownUser(serverUid, engineUser);
    }
    String user =
        engineUser == null
            ? SystemUsers.firstForEngines()
            : SystemUsers.requireForEngines(engineUser);
    int uid = SystemUsers.uidOf(user);
    int gid = SystemUsers.gidOf(user);
    return new RunAs(user, serverUid, uid, gid, switchTo(user, uid, gid));
  }

  /**
   * The server's own user, also where that is root, as which no engine but a stand-in runs.
   *
   * @throws DataPlaneException when it has no name on this machine
   */
  public static RunAs server() {
    return ownUser(SystemUsers.uid(), null);
  }

  private static RunAs ownUser(int uid, @Nullable String engineUser) {
    String name = SystemUsers.ownName();
    if (engineUser != null && !engineUser.equals(name)) {
      throw new DataPlaneException(
          "engines cannot run as user '%s': the server runs as '%s', and only root can use another"
                  .formatted(engineUser, name)
              + " user; leave the choice out, or start the server as root");
    }
    return new RunAs(name, uid, uid, SystemUsers.gid(), List.of());
  }

  /**
   * A user that is nothing but a number, for one database alone. The server is root and {@link
   * #canBeAnyUser} holds.
   */
  public RunAs numbered(int number) {
    return new RunAs(
        "#" + text(number),
        serverUid,
        number,
        number,
        setpriv(number, number, "--clear-groups"),
        true);
  }

  /**
   * The same user with a name, which some programs refuse to run without. Empty where the system
   * lets no command see users of its own, or where it is no user of one database alone.
   *
   * @param names the file to write the name to
   */
  public Optional<RunAs> named(Path names) {
    if (!alone) {
      return Optional.empty();
    }
    List<String> shown =
        List.of("unshare", "--mount", "--propagation", "slave", "--", "sh", "-c", WITH_NAMES);
    List<String> command =
        Stream.of(shown, List.of(names.toAbsolutePath().toString()), prefix)
            .flatMap(List::stream)
            .toList();
    RunAs named = new RunAs(userName, serverUid, uid, gid, command, true);
    named.writeName(names);
    return Optional.of(named)
        .filter(user -> Tool.tryRun(user.command(List.of("true"))).succeeded());
  }

  private void writeName(Path names) {
    try {
      Files.writeString(
          names, "goldenrod:x:%1$s:%2$s::/:/bin/false%n".formatted(text(uid), text(gid)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + names, e);
    }
    letRead(names);
  }

  /** Whether commands can run as any user, not only as those that the system knows by name. */
  public boolean canBeAnyUser() {
    return !prefix.isEmpty() && prefix.get(0).equals("setpriv");
  }

  /**
   * The user that the directory belongs to, as which its engine has to run.
   *
   * @throws DataPlaneException when the directory is not there, or is root's
   */
  public RunAs ownerOf(Path directory) {
    if (!isOtherUser()) {
      return this;
    }
    int owner = FileOwner.of(directory);
    if (owner == uid) {
      return this;
    }
    if (owner == serverUid || !canBeAnyUser()) {
      throw new DataPlaneException(
          "no engine can run on %s: it belongs to user id %s".formatted(directory, text(owner)));
    }
    return numbered(owner);
  }

  /** Whether the file or directory is the user's, as a link would not be. */
  public boolean owns(Path path) {
    return FileOwner.of(path) == uid;
  }

  /**
   * The command that runs the given one as the user, in the same process. A program with the setuid
   * bit gives it nothing, where the system's tools can see to that.
   */
  public List<String> command(List<String> command) {
    List<String> before = isOtherUser() ? prefix : OwnUser.PREFIX;
    return Stream.concat(before.stream(), command.stream()).toList();
  }

  /** Gives the file or directory, and everything below it, to the user. Follows no links. */
  public void chownTree(Path tree) {
    if (isOtherUser()) {
      FileOwner.setOfTree(tree, text(uid), text(gid));
    }
  }

  /** Gives the one file or directory to the user. Follows no link. */
  public void chown(Path path) {
    if (isOtherUser()) {
      FileOwner.set(path, uid, gid);
    }
  }

  /** Takes the tree back: it is the server's own user's, and the engines' user can change none. */
  public void disown(Path tree) {
    if (isOtherUser()) {
      FileOwner.setOfTree(tree, text(serverUid), "0");
    }
  }

  /** Lets the user, and no other, traverse the directory, which stays the server's. */
  public void letPass(Path directory) {
    share(directory, "rwx--x---", "rwx------");
  }

  /** Lets the user, and no other, read the file, which stays the server's. */
  public void letRead(Path file) {
    share(file, "rw-r-----", "rw-------");
  }

  /** Whether the file or directory is the server's own user's. */
  public boolean isServers(Path path) {
    return FileOwner.of(path) == serverUid;
  }

  /**
   * Makes sure that none but the server's user can have put the file or directory there.
   *
   * @throws DataPlaneException when it is a link or somebody else's
   */
  public void requireServersOwn(Path path) {
    if (Files.isSymbolicLink(path) || FileOwner.of(path) != serverUid) {
      throw new DataPlaneException(
          "%s is not the server's own: it is a link or belongs to another user (id %s, and the server's is %s); find out who put it there, or use another data directory"
              .formatted(path, text(FileOwner.of(path)), text(serverUid)));
    }
  }

  /**
   * Kills every process of a user that is one database's alone, also those that left the database's
   * directory; without effect for a user that others share. No process can escape it by forking:
   * the system goes through all of them at once.
   *
   * @throws DataPlaneException when they hinder it
   */
  public void killAll() {
    signalAll(Signal.KILL);
  }

  /** Sends the signal to whom {@link #killAll} would kill. */
  void signalAll(Signal signal) {
    if (alone && !signalImmune(signal)) {
      signalAsUser(signal);
    }
  }

  /** A process that signals with the user's rights alone could be killed by them first. */
  private boolean signalImmune(Signal signal) {
    return Tool.tryRunApart(
            List.of(
                "perl", "-e", SIGNAL_ALL, Integer.toUnsignedString(uid), UNUSED_UID, signal.name()))
        .succeeded();
  }

  private void signalAsUser(Signal signal) {
    List<String> command = command(List.of("sh", "-c", "kill -s " + signal + " -- -1"));
    for (int attempt = 1; !Tool.tryRunApart(command).succeeded(); attempt++) {
      if (attempt == ATTEMPTS) {
        throw new DataPlaneException(
            "the processes of user %s hinder that they get %s; end them by hand"
                .formatted(userName, signal));
      }
    }
  }

  public String userName() {
    return userName;
  }

  /** Whether the user is another one than the server's. */
  public boolean isOtherUser() {
    return !prefix.isEmpty();
  }

  private void share(Path path, String forGroup, String forOwner) {
    if (isOtherUser()) {
      FileOwner.setGroup(path, gid);
    }
    FileOwner.permit(path, isOtherUser() ? forGroup : forOwner);
  }

  private static List<String> switchTo(String user, int uid, int gid) {
    List<String> setpriv = setpriv(uid, gid, "--clear-groups");
    // runuser stays around as the parent of what it runs, so it is the second choice only.
    return runs(setpriv).succeeded() ? setpriv : runuser(user);
  }

  /**
   * What to put before a command that the user is to run.
   *
   * @throws DataPlaneException when this process cannot become the user
   */
  static List<String> runuser(String user) {
    List<String> runuser = List.of(Tool.locate("runuser"), "-u", user, "--");
    Tool.Result tried = runs(runuser);
    if (!tried.succeeded()) {
      throw new DataPlaneException(
          "cannot run programs as user '%s': %s; PostgreSQL refuses to run as root, and root of a user namespace as 'unshare -r' makes cannot become another user: start the server outside of it, or as an ordinary user"
              .formatted(user, tried.output()));
    }
    return runuser;
  }

  private static Tool.Result runs(List<String> prefix) {
    return Tool.tryRun(Stream.concat(prefix.stream(), Stream.of("true")).toList());
  }

  /** Without new privileges, a program with the setuid bit gives an engine nothing. */
  private static List<String> setpriv(int uid, int gid, String groups) {
    return List.of(
        "setpriv", "--reuid=" + text(uid), "--regid=" + text(gid), groups, NO_NEW_PRIVILEGES, "--");
  }

  /** An id as the system's tools take it: a number of 32 bits without a sign. */
  private static String text(int id) {
    return Integer.toUnsignedString(id);
  }

  /** The server's own user needs no tool to be switched to, only to have its rights kept small. */
  private static final class OwnUser {
    static final List<String> PREFIX =
        Tool.tryRun("setpriv", NO_NEW_PRIVILEGES, "--", "true").succeeded()
            ? List.of("setpriv", NO_NEW_PRIVILEGES, "--")
            : List.of();

    private OwnUser() {}
  }
}
