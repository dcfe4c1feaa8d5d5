package dev.goldenrod.testing;

import dev.goldenrod.idempotency.KeptAnswer;
import dev.goldenrod.port.AnswerRepository;
import dev.goldenrod.port.StoredValues;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

final class InMemoryAnswers implements AnswerRepository {
  private final InMemoryTable<AnswerKey, KeptAnswer> answers;

  InMemoryAnswers(InMemoryJournal journal) {
    answers =
        new InMemoryTable<>(
            journal, "answer", answer -> new AnswerKey(answer.userId(), answer.key()));
  }

  @Override
  public boolean insertIfAbsent(KeptAnswer answer) {
    boolean absent = find(answer.userId(), answer.key()).isEmpty();
    if (absent) {
      answers.insert(answer);
    }
    return absent;
  }

  @Override
  public Optional<KeptAnswer> find(UUID userId, String key) {
    return answers.find(new AnswerKey(userId, key));
  }

  @Override
  public void update(KeptAnswer answer) {
    answers.replace(answer);
  }

  @Override
  public void delete(UUID userId, String key) {
    answers.remove(new AnswerKey(userId, key));
  }

  @Override
  public void deleteCreatedBefore(Instant time) {
    answers.removeIf(answer -> answer.createdAt().isBefore(StoredValues.instant(time)));
  }

  private record AnswerKey(UUID userId, String key) {}
}
