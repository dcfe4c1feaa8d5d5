package dev.goldenrod.testing;

import dev.goldenrod.database.Resources;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Takeover;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A database of a {@link FakeDataPlane}. Guarded by the data plane's lock. */
final class FakeDatabase {
  private static final int PORT = 5432;

  private static final String DOMAIN = ".clones.invalid";

  private final String scheme;
  private UUID loginId;
  private DatabaseSpec spec;
  private Resources startedWith;
  private String host;
  private int takeovers;
  private DatabaseState state = DatabaseState.WORKING;
  private String message = "";
  private String data = "";
  private boolean interrupted;
  private boolean removing;
  private boolean wasReady;
  private @Nullable String changedPassword;

  /**
   * @param loginId the id that its password is derived from
   * @param scheme the scheme of its connection string
   */
  FakeDatabase(DatabaseSpec spec, UUID loginId, String scheme) {
    this.scheme = scheme;
    this.host = spec.id() + DOMAIN;
    this.loginId = loginId;
    this.spec = spec;
    this.startedWith = spec.resources();
  }

  String scheme() {
    return scheme;
  }

  UUID loginId() {
    return loginId;
  }

  boolean wasReady() {
    return wasReady;
  }

  DatabaseSpec spec() {
    return spec;
  }

  boolean isBlocked() {
    return state == DatabaseState.BLOCKED;
  }

  boolean isInProgress() {
    return state == DatabaseState.WORKING && !removing && !interrupted;
  }

  boolean isRemoving() {
    return removing;
  }

  boolean needs(DatabaseSpec wanted) {
    if (removing || wanted.generation() < spec.generation()) {
      return false;
    }
    return wanted.generation() > spec.generation()
        || wanted.running() != spec.running()
        || takesOver(wanted)
        || interrupted
        || state == DatabaseState.FAILED
        || state == DatabaseState.BLOCKED;
  }

  boolean takesOver(DatabaseSpec wanted) {
    return wanted.takeover() != null && wanted.takeover().number() > takeovers;
  }

  boolean copiesFor(DatabaseSpec wanted) {
    return !wasReady || wanted.generation() > spec.generation();
  }

  /**
   * Starts the transition to the wanted spec.
   *
   * @param origin the contents of a new copy; empty when none is made
   */
  void begin(DatabaseSpec wanted, Optional<String> origin) {
    data = origin.orElse(data);
    if (!spec.running() || origin.isPresent()) {
      changedPassword = null;
    }
    spec = wanted;
    startedWith = wanted.resources();
    setState(DatabaseState.WORKING, "");
  }

  Optional<Resources> resources() {
    return state == DatabaseState.READY || state == DatabaseState.STOPPED
        ? Optional.of(spec.resources())
        : Optional.empty();
  }

  /** More storage takes effect at once, other resources at the next start. */
  void resize(Resources resources) {
    spec = spec.with(resources);
  }

  void finish() {
    setState(spec.running() ? DatabaseState.READY : DatabaseState.STOPPED, "");
    wasReady |= spec.running();
  }

  void fail(String reason) {
    setState(DatabaseState.FAILED, reason);
  }

  void block(String reason) {
    setState(DatabaseState.BLOCKED, reason);
  }

  /** Simulates the end of the database's process; its data is kept. */
  void interrupt() {
    setState(DatabaseState.WORKING, "");
    interrupted = true;
  }

  void beginRemoval() {
    setState(DatabaseState.WORKING, "");
    removing = true;
  }

  private void setState(DatabaseState next, String reason) {
    state = next;
    message = reason;
    interrupted = false;
  }

  DatabaseObservation observation() {
    return new DatabaseObservation(
        state,
        spec.generation(),
        endpoint(),
        state == DatabaseState.READY ? startedWith.untilRestart(spec.resources()) : message);
  }

  Optional<Credentials> credentials() {
    return credentials("password-of-" + loginId);
  }

  private Optional<Credentials> credentials(String password) {
    if (!wasReady || removing) {
      return Optional.empty();
    }
    String uri = scheme + "://app:" + password + "@" + endpoint() + "/app";
    return Optional.of(new Credentials(uri, host, PORT, "app", "app", password));
  }

  Credentials resetPassword() {
    loginId = UUID.randomUUID();
    changedPassword = null;
    return credentials().orElseThrow();
  }

  /** Changes the password as a user does inside the database. */
  void changePassword(String password) {
    changedPassword = password;
  }

  boolean isPasswordChanged() {
    return changedPassword != null;
  }

  boolean accepts(Credentials login) {
    Optional<Credentials> accepted =
        changedPassword == null ? credentials() : credentials(changedPassword);
    return state == DatabaseState.READY && accepted.filter(login::equals).isPresent();
  }

  String data() {
    return data;
  }

  void write(String value) {
    data = value;
  }

  String endpoint() {
    return host + ":" + PORT;
  }

  /** Takes over the endpoint of the holder, which gets a new one. */
  void takeOver(Takeover takeover, Optional<FakeDatabase> holder) {
    takeovers = takeover.number();
    holder.ifPresent(FakeDatabase::moveAway);
    host = takeover.endpoint().substring(0, takeover.endpoint().lastIndexOf(':'));
  }

  private void moveAway() {
    host = UUID.randomUUID() + DOMAIN;
  }
}
