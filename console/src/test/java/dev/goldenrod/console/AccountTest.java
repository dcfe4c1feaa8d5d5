package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Role;
import dev.goldenrod.quota.Caps;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AccountTest extends ConsoleFixture {
  private static final String OTHER_PASSWORD = "another long password";

  @Test
  void a_new_password_replaces_the_old_one_and_keeps_this_session() {
    PlainBrowser other = server.signedIn(ServedConsole.ADMIN);

    HttpResponse<String> changed = changePassword(ServedConsole.PASSWORD, OTHER_PASSWORD);

    assertThat(changed.statusCode()).isEqualTo(303);
    assertThat(browser.get("/account").statusCode()).isEqualTo(200);
    assertThat(other.get("/account").statusCode()).isEqualTo(303);
    assertThat(server.control.sessions().login(ServedConsole.ADMIN, OTHER_PASSWORD)).isNotNull();
  }

  @Test
  void a_password_needs_the_present_one_and_its_repetition() {
    assertThat(changePassword("wrong", OTHER_PASSWORD).body())
        .contains("The field current password is wrong or missing");
    HttpResponse<String> misspelt =
        browser.sendFrom(
            "/account",
            "/account/password",
            "current_password",
            ServedConsole.PASSWORD,
            "password",
            OTHER_PASSWORD,
            "repeated",
            "x");

    assertThat(misspelt.statusCode()).isEqualTo(400);
    assertThat(server.control.sessions().login(ServedConsole.ADMIN, ServedConsole.PASSWORD))
        .isNotNull();
  }

  @Test
  void a_viewer_changes_its_own_name_which_is_shown_as_text() {
    server.member(ANN, Role.VIEWER);
    PlainBrowser ann = server.signedIn(ANN);

    ann.sendFrom("/account", "/account/name", "name", "\"><script>alert(1)</script>");

    assertThat(ann.get("/account").body())
        .contains("&lt;script>alert(1)")
        .doesNotContain("<script>alert");
  }

  @Test
  void a_token_is_shown_once_and_works_until_it_is_revoked() {
    HttpResponse<String> created =
        browser.sendFrom(
            "/account/tokens", "/account/tokens", "name", "ci", "days", "30", "access", "all");
    Matcher secret = Pattern.compile("(grt_[A-Za-z0-9_-]+)").matcher(created.body());
    assertThat(secret.find()).isTrue();
    String token = secret.group(1);

    assertThat(browser.get("/account/tokens").body()).contains("ci").doesNotContain(token);
    assertThat(me(token).statusCode()).isEqualTo(200);
    String revoke = "/account/tokens/" + tokens().get(0).id() + "/revoke";
    assertThat(browser.get(revoke).body()).contains("Revoke ci?");
    browser.sendFrom(revoke, revoke);

    assertThat(me(token).statusCode()).isEqualTo(401);
    assertThat(tokens()).isEmpty();
  }

  @Test
  void a_limited_token_has_the_chosen_scopes() {
    HttpResponse<String> none = createToken("access", "limited");
    HttpResponse<String> both = createToken("access", "all", "goldens", "base");
    createToken("access", "limited", "read", "on", "databases", "shop, crm", "goldens", "base");

    assertThat(none.body()).contains("nothing is allowed");
    assertThat(both.body()).contains("limits are given too");
    assertThat(tokens()).hasSize(1);
    assertThat(tokens().get(0).scopes().text())
        .isEqualTo("read database:shop database:crm golden:base");
  }

  @Test
  void quotas_are_changed_by_admins_alone() {
    assertThat(changeQuotas(browser, "3").statusCode()).isEqualTo(303);
    assertThat(clonesPerMember()).isEqualTo(3);
    assertThat(changeQuotas(browser, "0").statusCode()).isEqualTo(303);
    assertThat(clonesPerMember()).isZero();
    for (String wrong : List.of("-1", "")) {
      assertThat(changeQuotas(browser, wrong).body())
          .contains("clones of each member must be 0 or more");
    }
    assertThat(clonesPerMember()).isZero();

    server.member(ANN, Role.OPERATOR);
    PlainBrowser operator = server.signedIn(ANN);
    assertThat(operator.get("/quotas").statusCode()).isEqualTo(403);
    assertThat(changeQuotas(operator, "9").statusCode()).isEqualTo(403);
  }

  @Test
  void an_old_form_of_quotas_does_not_undo_what_another_admin_changed_since() {
    String old = browser.get("/quotas").body();
    changeQuotas(browser, "7");

    HttpResponse<String> refused =
        browser.sendFromShown(old, "/quotas", "per_member", "5", "in_total", "50");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("The quotas changed after the page");
    assertThat(clonesPerMember()).isEqualTo(7);
  }

  @Test
  void members_see_what_they_have_and_may_have_on_their_account_and_where_they_launch() {
    server.golden("shop");
    server.control.changeCaps(new Caps(10, 100, 7, 70, 5, 50));
    server.member(ANN, Role.USER);
    PlainBrowser ann = server.signedIn(ANN);
    ann.sendFrom("/clones/new", "/clones", "golden", "shop", "size", "small", "ttl", "1h");

    assertThat(ann.get("/account").body())
        .contains("1 of at most 10", "1 of at most 100", "0 of at most 7", "0 of at most 50");
    assertThat(ann.get("/clones/new").body()).contains("You have 1 clone of at most 10");
    assertThat(ann.get("/databases/-/new").body()).contains("You have 0 databases of at most 7");
    assertThat(browser.get("/quotas").body()).contains("1 of at most 100", "--max-databases");
  }

  private int clonesPerMember() {
    return server.control.quotas().of(server.admin).quota().maxInstancesPerUser();
  }

  private HttpResponse<String> changePassword(String current, String password) {
    return browser.sendFrom(
        "/account",
        "/account/password",
        "current_password",
        current,
        "password",
        password,
        "repeated",
        password);
  }

  private HttpResponse<String> createToken(String... access) {
    String[] fields = new String[access.length + 4];
    System.arraycopy(new String[] {"name", "ci", "days", "7"}, 0, fields, 0, 4);
    System.arraycopy(access, 0, fields, 4, access.length);
    return browser.sendFrom("/account/tokens", "/account/tokens", fields);
  }

  private static HttpResponse<String> changeQuotas(PlainBrowser browser, String perMember) {
    return browser.sendFrom("/quotas", "/quotas", "per_member", perMember, "in_total", "50");
  }

  private HttpResponse<String> me(String token) {
    return new PlainBrowser(server.address())
        .get("/v1/auth/me", "Authorization", "Bearer " + token);
  }

  private List<AccessToken> tokens() {
    return server.control.tokens().list(server.admin);
  }
}
