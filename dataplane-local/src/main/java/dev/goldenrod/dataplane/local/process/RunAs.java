package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.dataplane.local.process.Processes.Signal;
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
 * <p>If the server is not root, this is its own user. Otherwise it is the operator's choice, or the
 * first that exists of {@code goldenrod} (created if possible), {@code postgres} and {@code
 * nobody}. Root's files stay root's; this user gets only its own files and access to the way to
 * them.
 */
public final class RunAs {
  private static final int ATTEMPTS = 20;
  private static final String NO_NEW_PRIVILEGES = "--no-new-privs";

  /** Replaces the list of users for one command only, in its own mount namespace. */
  private static final String WITH_NAMES = "mount --bind \"$0\" /etc/passwd && exec \"$@\"";

  /** The detected users, by the operator's choice; empty for none. */
  private static final Map<String, RunAs> DETECTED = new ConcurrentHashMap<>();

  private final String userName;
  private final int serverUid;
  private final int uid;
  private final int gid;
  private final List<String> prefix;
  private final boolean alone;

  private RunAs(
      String userName, int serverUid, int uid, int gid, List<String> prefix, boolean alone) {
    this.userName = userName;
    this.serverUid = serverUid;
    this.uid = uid;
    this.gid = gid;
    this.prefix = prefix;
    this.alone = alone;
  }

  public static RunAs detect() {
    return detect(null);
  }

  /**
   * Finds the user for engines, and creates it if necessary and possible.
   *
   * @param engineUser the operator's choice; null for the first that exists
   * @throws DataPlaneException if no usable user exists, or if the choice does not exist, is root,
   *     or is not the server's user although the server is not root
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
    return new RunAs(user, serverUid, uid, gid, switchTo(user, uid, gid), false);
  }

  /**
   * Returns the server's own user, even if that is root, which only stand-in engines accept.
   *
   * @throws DataPlaneException if the user has no name on this machine
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
              + " user; leave the option out, or start the server as root");
    }
    return new RunAs(name, uid, uid, SystemUsers.gid(), List.of(), false);
  }

  /** Returns the user of one database, an id without a name; requires {@link #canBeAnyUser}. */
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
   * Returns the user with a name, which some programs require. Empty if the system cannot show a
   * command its own users, or if this user is not a single database's.
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

  public boolean canBeAnyUser() {
    return !prefix.isEmpty() && prefix.get(0).equals("setpriv");
  }

  /**
   * Returns the directory's owner, as which its engine must run.
   *
   * @throws DataPlaneException if the directory does not exist or belongs to root
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

  public boolean owns(Path path) {
    return FileOwner.of(path) == uid;
  }

  /**
   * Wraps the command to run as the user in the same process, without gaining privileges from
   * setuid programs if the system's tools support that.
   */
  public List<String> command(List<String> command) {
    List<String> before = isOtherUser() ? prefix : OwnUser.PREFIX;
    return Stream.concat(before.stream(), command.stream()).toList();
  }

  public void chownTree(Path tree) {
    if (isOtherUser()) {
      FileOwner.setOfTree(tree, text(uid), text(gid));
    }
  }

  public void chown(Path path) {
    if (isOtherUser()) {
      FileOwner.set(path, uid, gid);
    }
  }

  public void disown(Path tree) {
    if (isOtherUser()) {
      FileOwner.setOfTree(tree, text(serverUid), "0");
    }
  }

  /** Lets only this user traverse the directory, which keeps its owner. */
  public void letPass(Path directory) {
    share(directory, "rwx--x---", "rwx------");
  }

  /** Lets only this user read the file, which keeps its owner. */
  public void letRead(Path file) {
    share(file, "rw-r-----", "rw-------");
  }

  public boolean isServers(Path path) {
    return FileOwner.of(path) == serverUid;
  }

  /**
   * Checks the owner of a file or directory.
   *
   * @throws DataPlaneException if the path is a link or does not belong to the server's user
   */
  public void requireServersOwn(Path path) {
    if (Files.isSymbolicLink(path) || FileOwner.of(path) != serverUid) {
      throw new DataPlaneException(
          "%s does not belong to the server: it is a symbolic link or belongs to another user (id %s; the server's id is %s); find out who created it, or use another data directory"
              .formatted(path, text(FileOwner.of(path)), text(serverUid)));
    }
  }

  /**
   * Kills all processes of a single database's user, wherever they work. Does nothing for a shared
   * user. Forking does not help to escape: the kernel signals all processes at once.
   *
   * @throws DataPlaneException if the processes prevent it
   */
  public void killAll() {
    signalAll(Signal.KILL);
  }

  void signalAll(Signal signal) {
    if (alone && !UserSignals.send(uid, signal)) {
      signalAsUser(signal);
    }
  }

  /** The shell's message tells that there is no process to signal. */
  private void signalAsUser(Signal signal) {
    List<String> command = command(List.of("sh", "-c", "kill -s " + signal + " -- -1"));
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Tool.Result result = Tool.tryRunApart(command);
      if (result.succeeded() || result.output().contains("No such process")) {
        return;
      }
    }
    throw new DataPlaneException(
        "cannot signal the processes of user %s with %s, because they prevent it; end them manually"
            .formatted(userName, signal));
  }

  public String userName() {
    return userName;
  }

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
    // The second choice, since runuser stays as the parent of the command.
    return runs(setpriv).succeeded() ? setpriv : runuser(user);
  }

  /**
   * @throws DataPlaneException if this process cannot become the user
   */
  static List<String> runuser(String user) {
    List<String> runuser = List.of(Tool.locate("runuser"), "-u", user, "--");
    Tool.Result tried = runs(runuser);
    if (!tried.succeeded()) {
      throw new DataPlaneException(
          "cannot run programs as user '%s': %s; PostgreSQL refuses to run as root, and root of a user namespace, as created by 'unshare -r', cannot become another user: start the server outside of the namespace, or as an ordinary user"
              .formatted(user, tried.output()));
    }
    return runuser;
  }

  private static Tool.Result runs(List<String> prefix) {
    return Tool.tryRun(Stream.concat(prefix.stream(), Stream.of("true")).toList());
  }

  private static List<String> setpriv(int uid, int gid, String groups) {
    return List.of(
        "setpriv", "--reuid=" + text(uid), "--regid=" + text(gid), groups, NO_NEW_PRIVILEGES, "--");
  }

  /** System tools expect ids as unsigned numbers. */
  private static String text(int id) {
    return Integer.toUnsignedString(id);
  }

  /** No change of user is needed, only the restriction of privileges. */
  private static final class OwnUser {
    static final List<String> PREFIX =
        Tool.tryRun("setpriv", NO_NEW_PRIVILEGES, "--", "true").succeeded()
            ? List.of("setpriv", NO_NEW_PRIVILEGES, "--")
            : List.of();

    private OwnUser() {}
  }
}
