package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownResourcesTest {
  private final ServedConsole server = new ServedConsole();
  private final PlainBrowser browser = server.signedIn(ServedConsole.ADMIN);

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/account/tokens/{id}/revoke",
        "/clones/{id}",
        "/clones/{id}/delete",
        "/clones/{id}/password",
        "/clones/{id}/refresh",
        "/clones/{id}/reset",
        "/clusters/{id}",
        "/clusters/{id}/delete",
        "/clusters/{id}/token",
        "/databases/{name}",
        "/databases/{name}/delete",
        "/databases/{name}/reset-password",
        "/databases/{name}/tree",
        "/databases/{name}/changes",
        "/databases/{name}/promote",
        "/deleted/{id}/remove",
        "/deleted/{id}/restore",
        "/goldens/{id}",
        "/goldens/{id}/delete",
        "/imports/{id}",
        "/imports/{id}/cancel",
        "/imports/{id}/delete",
        "/members/{id}",
        "/members/{id}/disable",
        "/members/{id}/remove",
        "/pools/{id}",
        "/pools/{id}/delete",
        "/sources/{id}/delete"
      })
  void a_question_about_an_unknown_resource_is_not_found(String path) {
    String unknown = path.replaceAll("\\{[a-z]+}", UUID.randomUUID().toString());

    assertThat(browser.get(unknown).statusCode()).isEqualTo(404);
  }

  @Test
  void a_question_about_the_token_of_another_member_is_not_found() {
    Actor ann = server.member("ann@example.com", Role.USER);
    UUID token = server.control.tokens().create(ann, "ci", 0).token().id();

    assertThat(browser.get("/account/tokens/" + token + "/revoke").statusCode()).isEqualTo(404);
  }
}
