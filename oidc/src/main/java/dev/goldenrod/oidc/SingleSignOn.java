package dev.goldenrod.oidc;

import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.SignedJWT;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Session;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.identity.ProgramGrant;
import java.net.URI;
import java.text.ParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sign-ins at the configured issuers. Thread-safe. */
public final class SingleSignOn implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SingleSignOn.class);
  private static final String PATH = "/sign-in/oidc/";

  private final ControlPlane control;
  private final URI address;
  private final Map<String, Issuer> issuers = new LinkedHashMap<>();
  private final Renewals renewals;
  private final DeviceSignIns devices;

  /** A sign-in that a browser begins: the issuer's page, and what the browser keeps meanwhile. */
  public record Begun(URI page, PendingSignIn pending) {}

  /**
   * Creates the sign-ins; no issuer is asked yet.
   *
   * @param address the URL at which browsers reach this server, without a path
   * @throws IllegalArgumentException if two issuers have the same id or URL
   */
  public SingleSignOn(ControlPlane control, URI address, List<IssuerSettings> settings) {
    this.control = control;
    this.address = address;
    BoundedHttp http = new BoundedHttp();
    for (IssuerSettings one : settings) {
      boolean isTwice =
          issuers.values().stream().anyMatch(it -> it.settings().url().equals(one.url()));
      if (isTwice || issuers.put(one.id(), new Issuer(one, http)) != null) {
        throw new IllegalArgumentException("issuer " + one.id() + " is configured twice");
      }
    }
    List<Issuer> ofPeople =
        issuers.values().stream().filter(it -> it.settings().isForBrowsers()).toList();
    renewals = new Renewals(control, ofPeople);
    devices = new DeviceSignIns(control, ofPeople);
  }

  /** Begins to ask the issuers, in the background, whether accounts with sessions still exist. */
  public SingleSignOn start() {
    renewals.start();
    return this;
  }

  /** Asks the issuers now about the accounts whose confirmation ends soon, for tests. */
  public void renewDue() {
    renewals.renewDue();
  }

  /** Returns the issuers of the sign-in page, in its order. */
  public List<IssuerSettings> issuers() {
    return issuers.values().stream()
        .map(Issuer::settings)
        .filter(IssuerSettings::isForBrowsers)
        .toList();
  }

  /** Returns the sign-ins of programs without a browser. */
  public DeviceSignIns devices() {
    return devices;
  }

  /** Returns the path of the page that begins a sign-in. */
  public static String path(IssuerSettings issuer) {
    return PATH + issuer.id();
  }

  /**
   * Begins a sign-in.
   *
   * @param next the path to show after it
   * @throws ControlPlaneException with {@link ErrorCode#SIGN_IN_UNAVAILABLE} if the issuer cannot
   *     be asked now
   */
  public Begun begin(String issuerId, String next) {
    Issuer issuer = require(issuerId);
    return limited(issuer, () -> beginAt(issuer, next));
  }

  private Begun beginAt(Issuer issuer, String next) {
    String id = issuer.settings().id();
    PendingSignIn pending = PendingSignIn.begin(id, next);
    try {
      return new Begun(issuer.signInPage(pending, callback(id)), pending);
    } catch (IssuerException failed) {
      throw refusal(issuer, failed);
    }
  }

  /**
   * Completes a sign-in.
   *
   * @param pending what the browser kept; empty if it kept nothing
   * @param answer the parameters with which the issuer sent the browser back
   * @throws ControlPlaneException with {@link ErrorCode#SIGN_IN_REFUSED} if the browser did not
   *     begin it, the issuer's answer is not valid, or the account may not sign in; with {@link
   *     ErrorCode#SIGN_IN_UNAVAILABLE} if the issuer cannot be asked now
   */
  public Session complete(
      String issuerId, Optional<PendingSignIn> pending, Map<String, String> answer) {
    Issuer issuer = require(issuerId);
    PendingSignIn begun =
        pending
            .filter(one -> one.isOf(issuerId, answer.getOrDefault("state", "")))
            .orElseThrow(
                () -> refusal("this browser did not begin this sign-in, or began another since"));
    requireAnswerOf(issuer, answer);
    return limited(issuer, () -> completeAt(issuer, begun, answer.getOrDefault("code", "")));
  }

  private Session completeAt(Issuer issuer, PendingSignIn begun, String code) {
    try {
      Issuer.Confirmation said = issuer.exchange(code, begun, callback(issuer.settings().id()));
      return signIn(control, issuer, said);
    } catch (IssuerException failed) {
      throw refusal(issuer, failed);
    }
  }

  /** Checks that no other issuer sent the browser back, and that this one has a code. */
  private static void requireAnswerOf(Issuer issuer, Map<String, String> answer) {
    String url = issuer.settings().url().toString();
    if (!answer.getOrDefault("iss", url).equals(url)) {
      throw refusal("the answer is that of another issuer");
    }
    if (answer.containsKey("error") || answer.getOrDefault("code", "").isEmpty()) {
      LOG.info("{} ended a sign-in: {}", issuer.settings().name(), answer.get("error"));
      throw refusal(issuer.settings().name() + " ended the sign-in");
    }
  }

  static Session signIn(ControlPlane control, Issuer issuer, Issuer.Confirmation said) {
    Claims claims = said.claims();
    if (claims == null) {
      throw new IllegalStateException("a sign-in has an ID token");
    }
    String refreshToken = said.refreshToken();
    return control
        .identities()
        .signIn(
            claims.identity(issuer.settings().groupsClaim()),
            issuer.settings().rules(),
            refreshToken == null ? null : issuer.encrypt(refreshToken, claims.subject()));
  }

  /**
   * Exchanges a token that an issuer gave to a program, such as a job of a build server, for one of
   * this server.
   *
   * @throws ControlPlaneException with {@link ErrorCode#SIGN_IN_REFUSED} if the token is not valid,
   *     or no rule matches it; with {@link ErrorCode#SIGN_IN_UNAVAILABLE} if the issuer's keys
   *     cannot be read now
   */
  public Tokens.Created exchange(String token) {
    try {
      JWT parsed = SignedJWT.parse(token);
      String url = String.valueOf(parsed.getJWTClaimsSet().getIssuer());
      return issuers.values().stream()
          .filter(issuer -> issuer.settings().url().toString().equals(url))
          .findFirst()
          .map(issuer -> limited(issuer, () -> exchange(issuer, parsed)))
          .orElseThrow(() -> refusal("the token is not of an issuer of this server"));
    } catch (ParseException malformed) {
      throw refusal("the token is not a signed JWT");
    }
  }

  private Tokens.Created exchange(Issuer issuer, JWT token) {
    TokenExchange exchange =
        issuer
            .settings()
            .exchange()
            .orElseThrow(() -> refusal("tokens of this issuer are not exchanged"));
    try {
      Claims claims = issuer.verifyProgram(token, exchange);
      ProgramGrant grant =
          exchange
              .grant(claims)
              .orElseThrow(() -> refusal("no rule matches the claims of the token"));
      return control.identities().exchange(claims.issuer(), claims.subject(), grant);
    } catch (IssuerException failed) {
      LOG.warn("Cannot exchange a token of {}: {}", issuer.settings().name(), failed.reason());
      throw failed.isRefusal()
          ? refusal("the token is not valid")
          : unavailable("the issuer cannot be asked now");
    }
  }

  private static <T> T limited(Issuer issuer, Supplier<T> work) {
    if (!issuer.waiting().tryAcquire()) {
      throw unavailable(
          "too many people sign in at " + issuer.settings().name() + " at once; try again");
    }
    try {
      return work.get();
    } finally {
      issuer.waiting().release();
    }
  }

  private Issuer require(String id) {
    return Optional.ofNullable(issuers.get(id))
        .filter(issuer -> issuer.settings().isForBrowsers())
        .orElseThrow(() -> ControlPlaneException.notFound("issuer", id));
  }

  private URI callback(String issuerId) {
    return URI.create(address + PATH + issuerId + "/callback");
  }

  private static ControlPlaneException refusal(Issuer issuer, IssuerException failed) {
    String name = issuer.settings().name();
    LOG.warn("Sign-in at {} failed: {}", name, failed.reason());
    return failed.isRefusal()
        ? refusal("the answer of " + name + " is not valid")
        : unavailable(name + " cannot be asked now; try again, or sign in with a password");
  }

  private static ControlPlaneException unavailable(String reason) {
    return ControlPlaneException.of(ErrorCode.SIGN_IN_UNAVAILABLE, reason);
  }

  private static ControlPlaneException refusal(String reason) {
    return ControlPlaneException.of(ErrorCode.SIGN_IN_REFUSED, reason);
  }

  @Override
  public void close() {
    renewals.close();
  }
}
