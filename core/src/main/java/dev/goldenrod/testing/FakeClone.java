package dev.goldenrod.testing;

import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.CloneObservation;
import dev.goldenrod.port.CloneSpec;
import dev.goldenrod.port.CloneState;
import java.util.Optional;
import java.util.UUID;

/** One clone of a {@link FakeDataPlane}. Guarded by the data plane's lock. */
final class FakeClone {
  private static final int PORT = 5432;

  private final UUID id;
  private CloneSpec spec;
  private CloneState state = CloneState.WORKING;
  private String message = "";
  private String data = "";
  private boolean interrupted;
  private boolean removing;
  private boolean wasReady;

  FakeClone(CloneSpec spec) {
    this.id = spec.id();
    this.spec = spec;
  }

  CloneSpec spec() {
    return spec;
  }

  boolean isBlocked() {
    return state == CloneState.BLOCKED;
  }

  boolean isUnderWay() {
    return state == CloneState.WORKING && !removing && !interrupted;
  }

  boolean isRemoving() {
    return removing;
  }

  /** Whether an ensure of that spec has something to do. */
  boolean needs(CloneSpec wanted) {
    if (removing || wanted.generation() < spec.generation()) {
      return false;
    }
    return wanted.generation() > spec.generation()
        || interrupted
        || state == CloneState.FAILED
        || state == CloneState.BLOCKED;
  }

  void begin(CloneSpec wanted) {
    if (wanted.generation() > spec.generation()) {
      spec = wanted;
      data = "";
    }
    become(CloneState.WORKING, "");
  }

  void finish() {
    become(CloneState.READY, "");
    wasReady = true;
  }

  void fail(String reason) {
    become(CloneState.FAILED, reason);
  }

  void block(String reason) {
    become(CloneState.BLOCKED, reason);
  }

  /** The process is gone; what it had written stays. */
  void interrupt() {
    become(CloneState.WORKING, "");
    interrupted = true;
  }

  void beginRemoval() {
    become(CloneState.WORKING, "");
    removing = true;
  }

  private void become(CloneState next, String reason) {
    state = next;
    message = reason;
    interrupted = false;
  }

  CloneObservation observation() {
    return new CloneObservation(state, spec.generation(), host() + ":" + PORT, message);
  }

  Optional<Credentials> credentials() {
    if (!wasReady || removing) {
      return Optional.empty();
    }
    String password = "password-of-" + id;
    String uri = "postgresql://app:" + password + "@" + host() + ":" + PORT + "/app";
    return Optional.of(new Credentials(uri, host(), PORT, "app", "app", password));
  }

  boolean accepts(Credentials login) {
    return state == CloneState.READY && credentials().filter(login::equals).isPresent();
  }

  String data() {
    return data;
  }

  void write(String value) {
    data = value;
  }

  private String host() {
    return id + ".clones.invalid";
  }
}
