package dev.goldenrod.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The published endpoints and signing keys of an issuer. Both are fetched on first use and cached;
 * a token with an unknown key triggers another fetch of the keys. Concurrent callers share a fetch,
 * and its failure for some seconds. Thread-safe.
 */
final class Discovery {
  private static final Duration METADATA_LIFE = Duration.ofHours(1);
  private static final Duration FAILURE_LIFE = Duration.ofSeconds(5);

  /** Tokens without a type, and access tokens (RFC 9068), too; null stands for no type. */
  private static final Set<@Nullable JOSEObjectType> PROGRAM_TYPES =
      new HashSet<>(
          Arrays.asList(
              null,
              JOSEObjectType.JWT,
              new JOSEObjectType("at+jwt"),
              new JOSEObjectType("application/at+jwt")));

  /** Signatures that only the issuer can make; with a shared secret, its clients could too. */
  private static final Set<JWSAlgorithm> ALGORITHMS = signatures();

  private final IssuerSettings settings;
  private final BoundedHttp http;
  private @Nullable Published published;
  private @Nullable Failure failure;

  private record Failure(Exception cause, Instant until) {}

  private record Published(
      OIDCProviderMetadata metadata, JWKSource<SecurityContext> keys, Instant until) {}

  Discovery(IssuerSettings settings, BoundedHttp http) {
    this.settings = settings;
    this.http = http;
  }

  private static Set<JWSAlgorithm> signatures() {
    Set<JWSAlgorithm> all = new HashSet<>(JWSAlgorithm.Family.SIGNATURE);
    all.remove(JWSAlgorithm.ES256K);
    return Set.copyOf(all);
  }

  OIDCProviderMetadata metadata() throws IssuerException {
    return published().metadata();
  }

  private synchronized Published published() throws IssuerException {
    Published known = published;
    if (known != null && Instant.now().isBefore(known.until())) {
      return known;
    }
    Failure last = failure;
    if (last != null && Instant.now().isBefore(last.until())) {
      throw unusable(last.cause());
    }
    try {
      published = fetch(known);
      return published;
    } catch (IOException | ParseException | RuntimeException failed) {
      failure = new Failure(failed, Instant.now().plus(FAILURE_LIFE));
      throw unusable(failed);
    }
  }

  private static IssuerException unusable(Exception cause) {
    return IssuerException.unavailable("the issuer's discovery document is not usable", cause);
  }

  private Published fetch(@Nullable Published known) throws IOException, ParseException {
    String base = settings.url().toString().replaceAll("/$", "");
    OIDCProviderMetadata metadata =
        OIDCProviderMetadata.parse(
            http.get(URI.create(base + "/.well-known/openid-configuration")));
    if (!metadata.getIssuer().getValue().equals(settings.url().toString())) {
      throw new IOException(
          "it is that of %s, not of %s".formatted(metadata.getIssuer(), settings.url()));
    }
    requireSafeEndpoints(metadata);
    boolean isComplete =
        metadata.getAuthorizationEndpointURI() != null && metadata.getTokenEndpointURI() != null;
    if (settings.isForBrowsers() && !isComplete) {
      throw new IOException("it lacks the authorization or the token endpoint");
    }
    boolean hasSameKeys =
        known != null && known.metadata().getJWKSetURI().equals(metadata.getJWKSetURI());
    return new Published(
        metadata,
        hasSameKeys ? known.keys() : keys(metadata.getJWKSetURI()),
        Instant.now().plus(METADATA_LIFE));
  }

  /** A remote issuer that names this machine would send requests with the secret to others here. */
  private void requireSafeEndpoints(OIDCProviderMetadata metadata) throws IOException {
    if (metadata.getJWKSetURI() == null) {
      throw new IOException("it lacks the address of the keys");
    }
    Optional<URI> unsafe =
        Stream.of(
                metadata.getJWKSetURI(),
                metadata.getAuthorizationEndpointURI(),
                metadata.getTokenEndpointURI(),
                metadata.getUserInfoEndpointURI(),
                metadata.getDeviceAuthorizationEndpointURI())
            .filter(Objects::nonNull)
            .filter(endpoint -> !settings.allowsEndpoint(endpoint))
            .findFirst();
    if (unsafe.isPresent()) {
      throw new IOException("the endpoint " + unsafe.get() + " is not https");
    }
  }

  private JWKSource<SecurityContext> keys(URI address) throws MalformedURLException {
    return JWKSourceBuilder.create(address.toURL(), http).retrying(true).build();
  }

  /**
   * Verifies signature, issuer, audience, times and nonce of an ID token.
   *
   * @param nonce null for a token that answers no browser's sign-in
   */
  Claims verify(JWT token, @Nullable Nonce nonce) throws IssuerException {
    IDTokenValidator validator =
        new IDTokenValidator(
            new Issuer(settings.url()),
            new ClientID(settings.clientId()),
            new JWSVerificationKeySelector<>(ALGORITHMS, published().keys()),
            null);
    validator.setMaxClockSkew(TokenChecks.CLOCK_SKEW_SECONDS);
    try {
      JWTClaimsSet claims = validator.validate(token, nonce).toJWTClaimsSet();
      TokenChecks.requireSubject(token, TokenChecks.LONGEST_SUBJECT_OF_PERSON);
      TokenChecks.requireBegun(claims.getNotBeforeTime());
      TokenChecks.requireMeantFor(settings.clientId(), claims);
      return new Claims(settings.url().toString(), claims.getSubject(), claims.getClaims());
    } catch (BadJOSEException | ParseException | IllegalArgumentException bad) {
      throw IssuerException.refused("the issuer's ID token is not valid", bad);
    } catch (JOSEException failed) {
      throw IssuerException.unavailable("the issuer's keys cannot be read", failed);
    }
  }

  /** Verifies signature, issuer, audience and times of a program's token. */
  Claims verifyProgram(JWT token, String audience) throws IssuerException {
    DefaultJWTClaimsVerifier<SecurityContext> required =
        new DefaultJWTClaimsVerifier<>(
            audience,
            new JWTClaimsSet.Builder().issuer(settings.url().toString()).build(),
            Set.of("sub", "iat", "exp"));
    required.setMaxClockSkew(TokenChecks.CLOCK_SKEW_SECONDS);
    DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(PROGRAM_TYPES));
    processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, published().keys()));
    processor.setJWTClaimsSetVerifier(required);
    try {
      JWTClaimsSet claims = processor.process(token, null);
      TokenChecks.requireSubject(token, TokenChecks.LONGEST_SUBJECT_OF_PROGRAM);
      TokenChecks.requireBegun(claims.getIssueTime());
      TokenChecks.requireShortLife(claims.getExpirationTime());
      return new Claims(settings.url().toString(), claims.getSubject(), claims.getClaims());
    } catch (BadJOSEException bad) {
      throw IssuerException.refused("the token is not valid", bad);
    } catch (JOSEException failed) {
      throw IssuerException.unavailable("the issuer's keys cannot be read", failed);
    }
  }
}
