package dev.goldenrod.oidc;

import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.device.DeviceAuthorizationRequest;
import com.nimbusds.oauth2.sdk.device.DeviceAuthorizationResponse;
import com.nimbusds.oauth2.sdk.device.DeviceAuthorizationSuccessResponse;
import com.nimbusds.oauth2.sdk.device.DeviceCode;
import com.nimbusds.oauth2.sdk.device.DeviceCodeGrant;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.UserInfoRequest;
import com.nimbusds.openid.connect.sdk.UserInfoResponse;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** The protocol with one issuer. Thread-safe. */
final class Issuer {
  private static final int MOST_WAITING = 8;

  private final IssuerSettings settings;
  private final Discovery discovery;
  private final BoundedHttp http;
  private final TokenCipher cipher;

  /** Leaves threads for other issuers and other requests while this issuer is slow. */
  private final Semaphore waiting = new Semaphore(MOST_WAITING);

  /**
   * What an issuer says about an account.
   *
   * @param claims null if the issuer repeated nothing about the account
   * @param refreshToken null if the issuer gave none
   */
  record Confirmation(@Nullable Claims claims, @Nullable String refreshToken) {
    /** Leaves out the token. */
    @Override
    public String toString() {
      return "Confirmation[]";
    }
  }

  Issuer(IssuerSettings settings, BoundedHttp http) {
    this.settings = settings;
    this.http = http;
    this.discovery = new Discovery(settings, http);
    this.cipher = new TokenCipher("goldenrod refresh token", settings.clientSecret());
  }

  IssuerSettings settings() {
    return settings;
  }

  /** Returns the permits for browsers and programs of CI that wait for the issuer's answer. */
  Semaphore waiting() {
    return waiting;
  }

  /** Encrypts a refresh token for the store. */
  String encrypt(String refreshToken, String subject) {
    return cipher.encrypt(refreshToken, subject);
  }

  Optional<String> decrypt(String renewal, String subject) {
    return cipher.decrypt(renewal, subject);
  }

  /** Returns the address of the issuer's page for a sign-in. */
  URI signInPage(PendingSignIn pending, URI callback) throws IssuerException {
    return new AuthenticationRequest.Builder(
            new ResponseType(ResponseType.Value.CODE), scope(), clientId(), callback)
        .endpointURI(discovery.metadata().getAuthorizationEndpointURI())
        .state(new State(pending.state()))
        .nonce(new Nonce(pending.nonce()))
        .codeChallenge(new CodeVerifier(pending.verifier()), CodeChallengeMethod.S256)
        .build()
        .toURI();
  }

  /** Exchanges the code that the browser brought for what the issuer says about the account. */
  Confirmation exchange(String code, PendingSignIn pending, URI callback) throws IssuerException {
    OIDCTokens tokens =
        request(
            new AuthorizationCodeGrant(
                new AuthorizationCode(code), callback, new CodeVerifier(pending.verifier())),
            Map.of());
    return verified(tokens, new Nonce(pending.nonce()));
  }

  private Confirmation verified(OIDCTokens tokens, @Nullable Nonce nonce) throws IssuerException {
    JWT idToken = tokens.getIDToken();
    if (idToken == null) {
      throw IssuerException.refused("the issuer sent no ID token", new IOException("no ID token"));
    }
    Claims claims = discovery.verify(idToken, nonce);
    return confirmation(withUserInfo(claims, tokens), tokens);
  }

  /**
   * Begins a sign-in that a person completes on another device. Also sends the challenge of PKCE,
   * which issuers may require of all requests of a client.
   */
  DeviceAuthorizationSuccessResponse beginAtDevice(CodeVerifier verifier) throws IssuerException {
    OIDCProviderMetadata metadata = discovery.metadata();
    URI endpoint = metadata.getDeviceAuthorizationEndpointURI();
    if (endpoint == null) {
      throw IssuerException.answered(
          OAuth2Error.UNAUTHORIZED_CLIENT.setDescription("it has no device endpoint"));
    }
    String challenge = CodeChallenge.compute(CodeChallengeMethod.S256, verifier).getValue();
    DeviceAuthorizationRequest request =
        new DeviceAuthorizationRequest.Builder(authentication(metadata))
            .endpointURI(endpoint)
            .scope(scope())
            .customParameter("code_challenge", challenge)
            .customParameter("code_challenge_method", CodeChallengeMethod.S256.getValue())
            .build();
    DeviceAuthorizationResponse response;
    try {
      response = DeviceAuthorizationResponse.parse(request.toHTTPRequest().send(http));
    } catch (IOException | ParseException | IllegalArgumentException failed) {
      throw IssuerException.unavailable("the issuer's device endpoint does not answer", failed);
    }
    if (response instanceof DeviceAuthorizationSuccessResponse begun) {
      return begun;
    }
    throw failure(response.toErrorResponse().getErrorObject());
  }

  /** Asks once what the issuer says about the account. The device grant has no nonce. */
  Confirmation exchange(DeviceCode code, CodeVerifier verifier) throws IssuerException {
    OIDCTokens tokens =
        request(new DeviceCodeGrant(code), Map.of("code_verifier", verifier.getValue()));
    return verified(tokens, null);
  }

  /** Asks whether the account is still valid. */
  Confirmation renew(String refreshToken, String subject) throws IssuerException {
    OIDCTokens tokens = request(new RefreshTokenGrant(new RefreshToken(refreshToken)), Map.of());
    JWT idToken = tokens.getIDToken();
    Claims claims = idToken == null ? null : discovery.verify(idToken, null);
    if (claims != null && !claims.subject().equals(subject)) {
      throw IssuerException.refused(
          "the issuer answered for another account", new IOException("another subject"));
    }
    Claims known = claims == null ? claims(subject) : claims;
    Claims all = withUserInfo(known, tokens);
    boolean saysNothing = idToken == null && all.values().isEmpty();
    String next = confirmation(all, tokens).refreshToken();
    return new Confirmation(saysNothing ? null : all, next == null ? refreshToken : next);
  }

  /** Verifies the token of a program, which names the audience of exchanges. */
  Claims verifyProgram(JWT token, TokenExchange exchange) throws IssuerException {
    return discovery.verifyProgram(token, exchange.audience());
  }

  private Claims claims(String subject) {
    return new Claims(settings.url().toString(), subject, Map.of());
  }

  private static Confirmation confirmation(Claims claims, OIDCTokens tokens) {
    RefreshToken refresh = tokens.getRefreshToken();
    return new Confirmation(claims, refresh == null ? null : refresh.getValue());
  }

  private OIDCTokens request(AuthorizationGrant grant, Map<String, String> more)
      throws IssuerException {
    OIDCProviderMetadata metadata = discovery.metadata();
    TokenRequest.Builder request =
        new TokenRequest.Builder(metadata.getTokenEndpointURI(), authentication(metadata), grant);
    more.forEach(request::customParameter);
    TokenResponse response;
    try {
      response = OIDCTokenResponseParser.parse(request.build().toHTTPRequest().send(http));
    } catch (IOException | ParseException | IllegalArgumentException failed) {
      throw IssuerException.unavailable("the issuer's token endpoint does not answer", failed);
    }
    if (response instanceof OIDCTokenResponse tokens) {
      return tokens.getOIDCTokens();
    }
    throw failure(response.toErrorResponse().getErrorObject());
  }

  private static IssuerException failure(@Nullable ErrorObject error) {
    return IssuerException.answered(error == null ? OAuth2Error.SERVER_ERROR : error);
  }

  private ClientAuthentication authentication(OIDCProviderMetadata metadata) {
    Secret secret = new Secret(settings.clientSecret());
    List<ClientAuthenticationMethod> known = metadata.getTokenEndpointAuthMethods();
    return known == null || known.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
        ? new ClientSecretBasic(clientId(), secret)
        : new ClientSecretPost(clientId(), secret);
  }

  /** Adds what the issuer tells only at its user info endpoint, such as groups. */
  private Claims withUserInfo(Claims claims, OIDCTokens tokens) throws IssuerException {
    URI endpoint = discovery.metadata().getUserInfoEndpointURI();
    if (endpoint == null || !claims.isIncomplete(settings.groupsClaim())) {
      return claims;
    }
    try {
      UserInfoResponse response =
          UserInfoResponse.parse(
              new UserInfoRequest(endpoint, tokens.getAccessToken()).toHTTPRequest().send(http));
      if (!response.indicatesSuccess()) {
        throw new IOException("the user info endpoint answers with an error");
      }
      Map<String, Object> more =
          response.toSuccessResponse().getUserInfo().toJWTClaimsSet().getClaims();
      if (!claims.subject().equals(more.get("sub"))) {
        throw IssuerException.refused(
            "the issuer answered for another account", new IOException("another subject"));
      }
      return claims.orElse(more);
    } catch (IOException | ParseException | RuntimeException failed) {
      throw IssuerException.unavailable("the issuer's user info endpoint does not answer", failed);
    }
  }

  private Scope scope() {
    Scope scope = new Scope("openid");
    settings.scopes().forEach(scope::add);
    return scope;
  }

  private ClientID clientId() {
    return new ClientID(settings.clientId());
  }
}
