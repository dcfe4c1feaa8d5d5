package dev.goldenrod.oidc;

import com.nimbusds.oauth2.sdk.device.DeviceAuthorizationSuccessResponse;
import com.nimbusds.oauth2.sdk.device.DeviceCode;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Session;
import dev.goldenrod.oidc.DeviceException.Error;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sign-ins of programs without a browser, by OAuth's device authorization grant (RFC 8628). Nothing
 * is stored meanwhile: the program keeps an encrypted device code, and only codes of this server
 * lead to a question to an issuer. Thread-safe.
 */
public final class DeviceSignIns {
  private static final Logger LOG = LoggerFactory.getLogger(DeviceSignIns.class);
  private static final int LONGEST_CODE = 2048;
  private static final Duration LONGEST_LIFE = Duration.ofHours(1);
  private static final String PURPOSE = "goldenrod device code with interval";

  private final ControlPlane control;
  private final Map<String, Issuer> issuers = new LinkedHashMap<>();
  private final Map<Issuer, DeviceLimits> limits = new HashMap<>();

  private interface Question<T> {
    T ask() throws DeviceException;
  }

  DeviceSignIns(ControlPlane control, List<Issuer> issuers) {
    this.control = control;
    for (Issuer issuer : issuers) {
      this.issuers.put(issuer.settings().id(), issuer);
      limits.put(issuer, new DeviceLimits(System::nanoTime));
    }
  }

  /**
   * Begins a sign-in.
   *
   * @param issuerId empty for the only issuer
   */
  public DeviceSignIn begin(String issuerId) throws DeviceException {
    Issuer issuer = choose(issuerId);
    if (!limits(issuer).mayBegin()) {
      throw busy(Error.TEMPORARILY_UNAVAILABLE, issuer);
    }
    return limited(issuer, Error.TEMPORARILY_UNAVAILABLE, () -> beginAt(issuer));
  }

  private Issuer choose(String id) throws DeviceException {
    String known = String.join(", ", issuers.keySet());
    if (issuers.isEmpty()) {
      throw new DeviceException(
          Error.UNAUTHORIZED_CLIENT,
          "people cannot sign in at an issuer of this server; create a token in the console");
    }
    if (id.isEmpty() && issuers.size() > 1) {
      throw new DeviceException(
          Error.INVALID_REQUEST, "the server has several issuers; choose one of " + known);
    }
    Issuer chosen = id.isEmpty() ? issuers.values().iterator().next() : issuers.get(id);
    if (chosen == null) {
      throw new DeviceException(
          Error.INVALID_REQUEST, "the server has no issuer '" + id + "', but " + known);
    }
    return chosen;
  }

  private DeviceSignIn beginAt(Issuer issuer) throws DeviceException {
    CodeVerifier verifier = new CodeVerifier();
    try {
      return shown(issuer, verifier, issuer.beginAtDevice(verifier));
    } catch (IssuerException failed) {
      throw failed.error().equals(Error.UNAUTHORIZED_CLIENT.wireName())
          ? notOffered(issuer, failed)
          : unavailable(issuer, failed);
    }
  }

  private static DeviceSignIn shown(
      Issuer issuer, CodeVerifier verifier, DeviceAuthorizationSuccessResponse begun)
      throws IssuerException {
    String code = begun.getDeviceCode().getValue();
    try {
      if (code.length() > LONGEST_CODE) {
        throw new IllegalArgumentException("the device code is longer than " + LONGEST_CODE);
      }
      Duration life = Duration.ofSeconds(begun.getLifetime());
      Duration interval = Duration.ofSeconds(Math.max(1, begun.getInterval()));
      return new DeviceSignIn(
          encrypted(issuer, new IssuedCode(interval, verifier, code)),
          begun.getUserCode().getValue(),
          begun.getVerificationURI(),
          Optional.ofNullable(begun.getVerificationURIComplete()),
          life.compareTo(LONGEST_LIFE) < 0 ? life : LONGEST_LIFE,
          interval);
    } catch (IllegalArgumentException unusable) {
      throw IssuerException.unavailable("the issuer's codes are not usable", unusable);
    }
  }

  static String encrypted(Issuer issuer, IssuedCode code) {
    String id = issuer.settings().id();
    return id + "." + cipher(issuer).encrypt(code.text(), id);
  }

  private static TokenCipher cipher(Issuer issuer) {
    return new TokenCipher(PURPOSE, issuer.settings().clientSecret());
  }

  /**
   * Asks the issuer once for the result.
   *
   * @param deviceCode that of {@link #begin}
   * @throws DeviceException if the person has not decided, was refused or took too long, the
   *     program does not wait for the interval, or the code is not of this server
   */
  public Session complete(String deviceCode) throws DeviceException {
    String[] parts = deviceCode.split("\\.", 2);
    Issuer issuer = issuers.get(parts[0]);
    if (issuer == null || parts.length < 2) {
      throw unknownCode();
    }
    IssuedCode issued =
        cipher(issuer)
            .decrypt(parts[1], parts[0])
            .map(IssuedCode::parse)
            .orElseThrow(DeviceSignIns::unknownCode);
    if (!limits(issuer).mayAsk(issued.code(), issued.interval())) {
      throw new DeviceException(
          Error.SLOW_DOWN, "ask only every " + issued.interval().toSeconds() + " seconds");
    }
    Session session = limited(issuer, Error.SLOW_DOWN, () -> completeAt(issuer, issued));
    limits(issuer).decided(issued.code());
    return session;
  }

  private static DeviceException unknownCode() {
    return new DeviceException(Error.INVALID_GRANT, "the device code is not one of this server");
  }

  private Session completeAt(Issuer issuer, IssuedCode issued) throws DeviceException {
    try {
      DeviceCode code = new DeviceCode(issued.code());
      return SingleSignOn.signIn(control, issuer, issuer.exchange(code, issued.verifier()));
    } catch (IssuerException failed) {
      throw answer(issuer, failed);
    } catch (ControlPlaneException refused) {
      if (refused.code() != ErrorCode.SIGN_IN_REFUSED) {
        throw refused;
      }
      throw new DeviceException(Error.ACCESS_DENIED, String.valueOf(refused.getMessage()));
    }
  }

  private static DeviceException answer(Issuer issuer, IssuerException failed) {
    String name = issuer.settings().name();
    Error error =
        Error.of(failed.error())
            .orElse(failed.isRefusal() ? Error.ACCESS_DENIED : Error.TEMPORARILY_UNAVAILABLE);
    return switch (error) {
      case AUTHORIZATION_PENDING, SLOW_DOWN ->
          new DeviceException(error, name + " waits for the person");
      case EXPIRED_TOKEN -> new DeviceException(error, "the code has expired");
      case INVALID_GRANT -> new DeviceException(error, "the code was used, or has expired");
      case ACCESS_DENIED -> denied(issuer, failed);
      case UNAUTHORIZED_CLIENT -> notOffered(issuer, failed);
      default -> unavailable(issuer, failed);
    };
  }

  /** The person refused, or the ID token is not valid, which the issuer does not know. */
  private static DeviceException denied(Issuer issuer, IssuerException failed) {
    logFailure(issuer, failed);
    String name = issuer.settings().name();
    return new DeviceException(
        Error.ACCESS_DENIED,
        failed.error().isEmpty()
            ? "the answer of " + name + " is not valid"
            : name + " ended the sign-in");
  }

  private static DeviceException notOffered(Issuer issuer, IssuerException failed) {
    logFailure(issuer, failed);
    return new DeviceException(
        Error.UNAUTHORIZED_CLIENT,
        issuer.settings().name()
            + " does not let this server sign in programs (device authorization grant);"
            + " create a token in the console");
  }

  private static DeviceException unavailable(Issuer issuer, IssuerException failed) {
    logFailure(issuer, failed);
    return new DeviceException(
        Error.TEMPORARILY_UNAVAILABLE, issuer.settings().name() + " cannot be asked now");
  }

  private static void logFailure(Issuer issuer, IssuerException failed) {
    LOG.warn("Sign-in at {} failed: {}", issuer.settings().name(), failed.reason());
  }

  private DeviceLimits limits(Issuer issuer) {
    return Objects.requireNonNull(limits.get(issuer));
  }

  private <T> T limited(Issuer issuer, Error busy, Question<T> question) throws DeviceException {
    Semaphore waiting = limits(issuer).waiting();
    if (!waiting.tryAcquire()) {
      throw busy(busy, issuer);
    }
    try {
      return question.ask();
    } finally {
      waiting.release();
    }
  }

  private static DeviceException busy(Error error, Issuer issuer) {
    return new DeviceException(
        error, "too many programs sign in at " + issuer.settings().name() + " at once; try again");
  }
}
