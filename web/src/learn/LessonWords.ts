/** The words of lessons: they come with them. */
import { learn, t, type Key } from "../lib/strings";

const en = {
  "learn.title": "Learn",
  "learn.intro": "Short guided lessons, played at the table: the referee says what to do, and why. What is done is kept in this browser.",
  "learn.top": "Lesson",
  "learn.leave": "Leave the lesson",
  "learn.number": "lesson {n} of {of}",
  "learn.progress": "How far the lesson has come",
  "learn.card": "What to do",
  "learn.step": "Step {n} of {of}",
  "learn.show": "Show me",
  "learn.back": "Back",
  "learn.read": "Go on",
  "learn.anyway": "Do it anyway",
  "learn.other": "Something else",
  "learn.off": "Your own way",
  "learn.offText": "You have left the lesson's path. Play on as you like, or go back to this step and try it as it was meant.",
  "learn.done": "{title}: done",
  "learn.know": "You now know: {what}.",
  "learn.next": "Next lesson: {title}",
  "learn.all": "All lessons",
  "learn.battle": "To a battle",
  "learn.count": "{n} of {of} done",
  "learn.minutes#one": "{n} min",
  "learn.minutes#other": "{n} min",
  "learn.again": "done, once more",
  "learn.coached": "First battle with a coach",
  "learn.others": "Lessons of the other games",
} as const;
learn(en);

type Stem<K> = K extends `${infer S}#${string}` ? S : K;
export const w = (key: Stem<keyof typeof en>, fill: Record<string, string | number> = {}): string => t(key as unknown as Key, fill);
