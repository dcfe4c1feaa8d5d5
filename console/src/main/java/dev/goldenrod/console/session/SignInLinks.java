package dev.goldenrod.console.session;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.control.Members;
import dev.goldenrod.control.Sessions;
import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Links that sign in once, which are printed on the machine of the server and used there. */
public record SignInLinks(Members members, Sessions sessions) {
  private static final String BEARER = "Bearer ";
  private static final String CONFIRM = "/sign-in/link";
  private static final Set<String> HEADERS_OF_PROXIES = Set.of("forwarded", "via", "x-real-ip");

  void addTo(PageTable pages) {
    pages.postPublic("/sign-in/links", this::create).postPublic(CONFIRM, this::confirm);
  }

  /** Returns the path of a page that signs in with the code. */
  public static String path(Sessions.SignInCode code) {
    return PageTable.SIGN_IN + "?code=" + code.code();
  }

  /** Creates a link for a program that has a member's token and starts a browser for it. */
  private Optional<Html> create(Context context) {
    String header = Optional.ofNullable(context.header("Authorization")).orElse("");
    String token = header.startsWith(BEARER) ? header.substring(BEARER.length()) : "";
    Sessions.SignInCode code = sessions.createCode(members.authenticate(token), token);
    context
        .status(201)
        .contentType("application/json")
        .result("{\"path\":\"%s\",\"expires_at\":\"%s\"}".formatted(path(code), code.expiresAt()));
    return Optional.empty();
  }

  /**
   * Signs in if the person opened the link. A page could lead its visitor to a link of its own, so
   * that the visitor works as another member: then a form asks first.
   */
  Optional<Html> open(Context context, String code) {
    if (mayBeFollowedFromPage(context)) {
      return Optional.of(
          new Html("sign-in-link", "Sign in")
              .with("email", sessions.memberOf(code).email())
              .with("action", CONFIRM)
              .with("code", code));
    }
    SessionPages.begin(context, sessions.signIn(code), "/");
    return Optional.empty();
  }

  /** Signs in from the form. The server refuses forms that pages of other origins send. */
  private Optional<Html> confirm(Context context) {
    if (!isFromThisMachine(context)) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN, "a link signs in on the machine of the server only");
    }
    String code = Optional.ofNullable(context.formParam("code")).orElse("");
    SessionPages.begin(context, sessions.signIn(code), "/");
    return Optional.empty();
  }

  /** Browsers that do not say where a request comes from may have followed a page's link. */
  private static boolean mayBeFollowedFromPage(Context context) {
    String site = context.header("Sec-Fetch-Site");
    String accepted = Optional.ofNullable(context.header("Accept")).orElse("");
    return site == null ? accepted.contains("text/html") : !site.equals("none");
  }

  /** Returns whether the client is on this machine, and is no proxy for another client. */
  static boolean isFromThisMachine(Context context) {
    try {
      return InetAddress.getByName(context.req().getRemoteAddr()).isLoopbackAddress()
          && context.headerMap().keySet().stream().noneMatch(SignInLinks::isOfProxy);
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static boolean isOfProxy(String header) {
    String name = header.toLowerCase(Locale.ROOT);
    return name.startsWith("x-forwarded-") || HEADERS_OF_PROXIES.contains(name);
  }
}
