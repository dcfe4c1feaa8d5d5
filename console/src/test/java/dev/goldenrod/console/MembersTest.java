package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MembersTest extends ConsoleFixture {
  private static final Pattern LINK = Pattern.compile("id=\"link\">(http[^<]+)<");

  @Test
  void an_invited_person_joins_by_the_link_that_is_shown_once() {
    String link = invite("user");
    PlainBrowser ann = new PlainBrowser(server.address());

    HttpResponse<String> opened = ann.get(link);
    assertThat(location(opened)).isEqualTo("/invite");
    assertThat(opened.headers().firstValue("Set-Cookie").orElseThrow())
        .contains("; HttpOnly")
        .contains("; Path=/invite");
    assertThat(ann.get("/invite").body()).contains(ANN).doesNotContain(token(link));
    HttpResponse<String> joined = join(ann);

    assertThat(location(joined)).isEqualTo("/");
    assertThat(ann.get("/").body()).contains(ANN);
    assertThat(find(ANN).displayName()).isEqualTo("Ann");
    assertThat(browser.get("/members/invites").body())
        .contains("accepted")
        .doesNotContain("/revoke");
  }

  @Test
  void an_invitation_works_once_until_it_expires_or_is_revoked() {
    String used = invite("user");
    PlainBrowser ann = new PlainBrowser(server.address());
    ann.get(used);
    join(ann);
    PlainBrowser eve = new PlainBrowser(server.address());
    eve.get(used);
    assertThat(eve.get("/invite").body())
        .contains("This invitation is not valid", "It was used already");

    eve.get(inviteOf("joe@example.com", "user"));
    server
        .control
        .invites()
        .list(server.admin)
        .forEach(one -> server.control.invites().revoke(server.admin, one.id()));
    assertThat(eve.get("/invite").body()).contains("This invitation is not valid");

    eve.get(inviteOf("bob@example.com", "user"));
    server.clock.advance(Duration.ofDays(3));
    assertThat(eve.get("/invite").body()).contains("It has expired. Ask an admin for a new one");
    assertThat(join(eve).body()).contains("This invitation has expired");
  }

  @Test
  void a_link_that_works_on_this_machine_only_says_so() {
    HttpResponse<String> shown =
        browser.sendFrom(
            "/members/invites", "/members/invites", "email", ANN, "role", "user", "days", "3");

    assertThat(shown.body()).contains("This link works on this machine only", "--host");
  }

  @Test
  void an_invitation_is_revoked_by_its_form() {
    invite("user");
    String id = server.control.invites().list(server.admin).get(1).id().toString();

    browser.sendFrom("/members/invites", "/members/invites/" + id + "/revoke");

    assertThat(server.control.invites().list(server.admin)).hasSize(1);
  }

  @Test
  void a_member_is_promoted_disabled_and_enabled() {
    Actor ann = server.member(ANN, Role.USER);
    String path = "/members/" + ann.userId();

    String old = browser.get(path).body();
    browser.sendFrom(path, path + "/role", "role", "operator");
    assertThat(browser.sendFromShown(old, path + "/role", "role", "viewer").statusCode())
        .isEqualTo(409);
    assertThat(find(ANN).role()).isEqualTo(Role.OPERATOR);
    browser.sendFrom(path + "/disable", path + "/disable");
    assertThat(find(ANN).status()).isEqualTo(UserStatus.DISABLED);
    browser.sendFrom(path, path + "/enable");
    assertThat(find(ANN).status()).isEqualTo(UserStatus.ACTIVE);
  }

  @Test
  void a_removal_names_what_is_lost() {
    server.golden("shop");
    Actor ann = server.member(ANN, Role.USER);
    server
        .signedIn(ANN)
        .sendFrom("/clones/new", "/clones", "golden", "shop", "size", "small", "ttl", "1h");
    String path = "/members/" + ann.userId() + "/remove";

    assertThat(browser.get(path).body()).contains("1 clone and 0 databases");
    browser.sendFrom(path, path);

    assertThat(browser.get("/members").body()).doesNotContain(">" + ANN + "<");
  }

  @Test
  void a_member_is_added_and_found_and_its_name_shown_as_text() {
    HttpResponse<String> added =
        browser.sendFrom(
            "/members/new", "/members", "email", ANN, "name", "<b>Ann</b>", "role", "viewer");

    assertThat(browser.get(location(added)).body()).contains("&lt;b&gt;Ann&lt;/b&gt;");
    assertThat(browser.get("/members?q=ann").body()).contains(ANN).doesNotContain("<b>Ann");
    assertThat(browser.get("/members?q=nobody").body()).contains("No member has a name or address");
  }

  @Test
  void others_than_admins_neither_see_members_nor_change_them() {
    Actor ann = server.member(ANN, Role.OPERATOR);
    PlainBrowser operator = server.signedIn(ANN);

    assertThat(operator.get("/").body()).doesNotContain("/members");
    assertThat(operator.get("/members").statusCode()).isEqualTo(403);
    assertThat(operator.get("/members/new").statusCode()).isEqualTo(403);
    assertThat(operator.get("/members/invites").statusCode()).isEqualTo(403);
    assertThat(
            operator
                .sendFrom("/", "/members/invites", "email", "x@example.com", "role", "admin")
                .statusCode())
        .isEqualTo(403);
    assertThat(
            operator
                .sendFrom("/", "/members/" + ann.userId() + "/role", "role", "admin")
                .statusCode())
        .isEqualTo(403);
  }

  private String invite(String role) {
    return inviteOf(ANN, role);
  }

  private String inviteOf(String email, String role) {
    HttpResponse<String> shown =
        browser.sendFrom(
            "/members/invites", "/members/invites", "email", email, "role", role, "days", "3");
    Matcher link = LINK.matcher(shown.body());
    assertThat(link.find()).as(shown.body()).isTrue();
    assertThat(browser.get("/members/invites").body()).doesNotContain(token(link.group(1)));
    return link.group(1).substring(server.address().toString().length());
  }

  private static HttpResponse<String> join(PlainBrowser browser) {
    return browser.send("/invite", "name", "Ann", "password", ServedConsole.PASSWORD);
  }

  private User find(String email) {
    return server.control.members().list(server.admin).stream()
        .filter(user -> user.email().equals(email))
        .findFirst()
        .orElseThrow();
  }

  private static String token(String link) {
    return link.replaceFirst(".*token=", "");
  }
}
