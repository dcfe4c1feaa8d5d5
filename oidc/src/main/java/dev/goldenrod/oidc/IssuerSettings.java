package dev.goldenrod.oidc;

import dev.goldenrod.identity.MembershipRules;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An issuer of identities, and this server's registration with it.
 *
 * @param id part of the callback's address: lower-case letters, digits and dashes
 * @param name on the sign-in page
 * @param url of the issuer, exactly as its discovery document names it
 * @param clientId empty for an issuer at which no browser signs in
 * @param clientSecret also encrypts what the store keeps for asking the issuer again
 * @param scopes requested in addition to {@code openid}
 * @param groupsClaim the claim with the account's groups; dots lead into objects
 * @param exchange empty if programs cannot exchange the issuer's tokens
 */
public record IssuerSettings(
    String id,
    String name,
    URI url,
    String clientId,
    String clientSecret,
    List<String> scopes,
    String groupsClaim,
    MembershipRules rules,
    Optional<TokenExchange> exchange) {
  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  /**
   * @throws IllegalArgumentException if a value cannot be used; the message begins with its name
   */
  public IssuerSettings {
    scopes = List.copyOf(scopes);
    require(ID.matcher(id).matches(), "id '" + id + "' must be lower-case letters, digits, dashes");
    require(!name.isBlank(), "name must not be empty");
    require(isSafe(url), "url " + url + " must be https, except for an issuer on this machine");
    require(
        !clientId.isBlank() || exchange.isPresent(),
        "client-id must not be empty, except for an issuer of exchange only");
    require(
        clientId.isBlank() == clientSecret.isBlank(),
        "client-secret-file must name a file with the secret of client-id");
    require(
        exchange.filter(one -> one.audience().equals(clientId)).isEmpty(),
        "audience must not be client-id, whose tokens are for sign-ins");
  }

  private static void require(boolean condition, String problem) {
    if (!condition) {
      throw new IllegalArgumentException(problem);
    }
  }

  /** Returns whether browsers can sign in at the issuer. */
  boolean isForBrowsers() {
    return !clientId.isBlank();
  }

  /** Returns whether messages to the URL are encrypted or stay on this machine. */
  static boolean isSafe(URI url) {
    String host = url.getHost();
    return host != null
        && url.getUserInfo() == null
        && ("https".equals(url.getScheme()) || "http".equals(url.getScheme()) && isLoopback(host));
  }

  /** Returns whether the issuer may name the endpoint: only one on this machine may name others. */
  boolean allowsEndpoint(URI endpoint) {
    return isSafe(endpoint) && ("https".equals(endpoint.getScheme()) || isLoopback(url.getHost()));
  }

  private static boolean isLoopback(String host) {
    try {
      return host.equals("localhost")
          || host.matches("[0-9.]+|\\[.*]") && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException malformed) {
      return false;
    }
  }

  /** Leaves out the secret. */
  @Override
  public String toString() {
    return "IssuerSettings[" + id + " at " + url + "]";
  }
}
