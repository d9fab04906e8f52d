// What the lessons say, by the ids of lessons, their steps and the parts of these. Each part has its task and what is said once it
// is solved; some explain how the other side punishes a wrong move.
import type { LessonID, LessonPartID, LessonPunishID, LessonStepID } from "../../wire.ts";

type Words = { task: string; right: string };

/** The tasks of a step, by their names. */
type Parts<S extends string> = {
  [P in LessonPartID as P extends `${S}.${infer Name}` ? Name : never]: Words &
    (P extends LessonPunishID ? { punished: string } : unknown);
};

type Steps<L extends string> = {
  [S in LessonStepID as S extends `${L}.${infer Name}` ? Name : never]: {
    title: string;
    text: string;
  } & Parts<S>;
};

/** All texts of lessons: a missing or an extra one does not compile. */
type Lessons = { [L in LessonID]: { title: string; about: string } & Steps<L> };

export default {
  weiqi: {
    title: "Go",
    about: "From the first stone to a whole game. You can play after seven short steps.",
    liberties: {
      title: "Liberties",
      text: "Black and White take turns placing a stone where two lines cross. An empty point right beside a stone, along the lines, is one of its liberties. Stones need liberties to stay.",
      stone: {
        task: "The dots are the four liberties of the white stone. Put your stone on one of them.",
        right: "Each of your stones beside it takes one liberty away.",
      },
      chain: {
        task: "Stones of one colour side by side form a chain. They share their liberties. Take one away from this chain.",
        right: "A chain lives and dies as one.",
      },
    },
    capture: {
      title: "Capture",
      text: "A <chain>chain</chain> that loses its last <liberty>liberty</liberty> is removed from the board. So you capture by placing a stone on the last liberty.",
      stone: {
        task: "The white stone has one liberty left. Take it.",
        right: "The stone is gone, and its point is empty again.",
      },
      chain: {
        task: "Now take a whole chain: three stones at once.",
        right: "All three left the board together.",
      },
      corner: {
        task: "At the edge and in the corner there are fewer liberties. Take the two stones in the corner.",
        right: "Three stones were enough: capturing is easy at the edge.",
      },
    },
    atari: {
      title: "Atari",
      text: "A <chain>chain</chain> with only one <liberty>liberty</liberty> left is in atari: the next move can take it. Before you play, check which chains are in atari, White's and your own.",
      put: {
        task: "Put the white stone in atari: leave it only one liberty.",
        right: "If White does nothing, you take the stone.",
      },
      run: {
        task: "Now your own stone is in atari. Save it: give it more liberties.",
        right: "Together the two stones have three liberties.",
      },
      counter: {
        task: "Running away does not help here: that leaves one liberty again. But one of the white stones around yours is in atari, too. Take it.",
        right: "That also saves yours: where the white stone was, you now have a liberty.",
      },
    },
    suicide: {
      title: "No suicide",
      text: "You may not place a stone that would have no <liberty>liberty</liberty>. But a move that takes something is never suicide: the captured stones make room.",
      none: {
        task: "Try to play on the marked point, among the white stones.",
        right: "So this point is White's.",
      },
      room: {
        task: "The corner has no liberty either. But what would a stone there take? Play it.",
        right: "Both white stones are taken, and your stone has two liberties.",
      },
    },
    ko: {
      title: "Ko",
      text: "Two stones could take each other for ever. The <ko>ko</ko> rule forbids that: no move may repeat an earlier position of the board.",
      again: {
        task: "White has just taken one of your stones. Try to take back at once, on the marked point.",
        right: "Choose a move that White must answer.",
      },
      threat: {
        task: "Play where White must answer: put the white stone at the lower left in atari.",
        right: "White saved its stone. Now the position is different.",
        punished: "White need not answer that, and fills the ko. Play a threat that White must answer.",
      },
      back: {
        task: "Now you may take back. Do it.",
        right: "And now White may not take back at once.",
        punished: "White fills the ko, and it is over.",
      },
    },
    counting: {
      title: "Who wins?",
      text: "At the end, count your points: the empty points that only your stones surround are your <territory>territory</territory>, and each of your stones on the board is a point, too. The player with more points wins.",
      territory: {
        task: "This game is over. How many empty points has Black surrounded, on the left?",
        right: "Three columns of nine, and four more points.",
      },
      area: {
        task: "And how many points does Black have in all, with the stones?",
        right:
          "31 empty points and ten stones. White has 40, plus 7.5 for moving second, which is called komi: White wins by 6.5 points.",
      },
    },
    ending: {
      title: "The end of a game",
      text: "When there is nothing left to gain, you <pass>pass</pass>. When both players have passed, the game is over. Stones that cannot avoid capture are <dead>dead</dead>: they are removed before the count, and you need not capture them.",
      gap: {
        task: "The border has one gap left, at the top. Close it.",
        right: "Now there is nothing left to gain, and both players pass.",
        punished: "White comes in there and reduces your territory. Close the gap first.",
      },
      dead: {
        task: "Both players have passed. One white stone is dead, in the middle of your territory: choose it to mark it.",
        right: "When your opponent agrees, it is removed and the points are counted.",
      },
      inside: {
        task: "To see why it is dead, take it. In a real game you need not.",
        right: "You now know all the rules. Play a game, or continue: there is more to see.",
      },
    },
    eyes: {
      title: "Two eyes",
      text: "An eye is an empty point that a chain surrounds. One eye can be filled as the very last <liberty>liberty</liberty>. Two cannot be filled at once: a group with two eyes lives for ever.",
      one: {
        task: "White has only one eye, in the corner. Take the whole group.",
        right: "One eye was not enough.",
      },
      two: {
        task: "This group has two eyes. Try to play on the marked one.",
        right: "The other eye is protected in the same way. Nothing can take this group.",
      },
    },
    live: {
      title: "Make two eyes",
      text: "Playing first in the middle of a small eye space decides: its owner makes two <eye>eyes</eye>, the other side reduces it to one.",
      three: {
        task: "Your group is surrounded, with three empty points at the edge. Make two eyes.",
        right: "One eye on each side: your group lives.",
      },
      corner: {
        task: "Here the three points bend around the corner. Make two eyes.",
        right: "The point in the middle of the bend was the vital one.",
      },
    },
    kill: {
      title: "Take the eyes away",
      text: "The same points matter when the group is White's. Play there first, and it never gets a second <eye>eye</eye>.",
      three: {
        task: "White has three points at the edge. Stop White from making two eyes.",
        right: "White can no longer make two eyes. These stones are dead.",
      },
      corner: {
        task: "And around the corner?",
        right: "Your move is their move: the vital point is the same for both sides.",
      },
      four: {
        task: "Four points in the shape of a T. Which one is vital?",
        right: "The point that touches the three others. Without it there is only one eye.",
      },
    },
    falseEye: {
      title: "False eyes",
      text: "Not every hole is an <eye>eye</eye>. If a stone beside it can be put in <atari>atari</atari>, its owner must fill the hole to save it: the eye was false.",
      force: {
        task: "White has a real eye in the corner, and a hole beside it. Make the hole a false eye.",
        right: "White must fill the hole, and is left with one eye.",
      },
      take: {
        task: "Now take everything.",
        right: "One real eye and one false eye are not enough.",
      },
    },
    ladder: {
      title: "The ladder",
      text: "A running stone that is in <atari>atari</atari> again after each step cannot escape. The zigzag it makes is called a ladder. Watch the direction: each atari must leave only one way to run.",
      begin: {
        task: "The white stone has two liberties. Put it in atari from the side where it cannot escape.",
        right: "White runs, and has two liberties.",
      },
      on: {
        task: "Chase it, again from the right side.",
        right: "White keeps running.",
      },
      again: {
        task: "Once more.",
        right: "It goes on like this, until the edge of the board.",
      },
      edge: {
        task: "Many moves later, at the edge. Leave White no way out.",
        right: "White has no room left.",
      },
      take: {
        task: "Take them all.",
        right:
          "Twelve stones or more: never run from a ladder. But first check for a white stone in its path, because then White escapes.",
      },
    },
    net: {
      title: "The net",
      text: "Where a ladder fails, a net may work: not an <atari>atari</atari>, but a stone one step away that closes every way out.",
      net: {
        task: "White stones block the ladder. Catch the stone with a net instead.",
        right: "White tries one way out.",
      },
      close: {
        task: "Close it.",
        right: "The other way out is closed, too. The stone is caught.",
      },
    },
    snapback: {
      title: "Snapback",
      text: "Sometimes you give up one stone to take more. White takes it, and so fills one of its own last two <liberty>liberties</liberty>.",
      give: {
        task: "The white chain at the bottom has two liberties. Throw in a stone so that it cannot escape.",
        right: "White takes your stone. But count the liberties of the white chain now!",
      },
      back: {
        task: "Take back, on the same point.",
        right: "Three stones for one: a snapback.",
        punished: "Too late: White connects its stones.",
      },
    },
    connect: {
      title: "Connect and cut",
      text: "Connected stones help each other, and need two <eye>eyes</eye> only once. So it is worth a lot to connect your own stones and to cut White's apart.",
      join: {
        task: "White is about to cut your two middle stones apart. Connect them.",
        right: "Now they are one chain.",
        punished: "White cuts, and your stones are two weak groups.",
      },
      cut: {
        task: "Now White has not connected. Cut on the marked point.",
        right: "Now two groups need two eyes each. That is hard work for White.",
        punished: "White connects, and the chance is gone.",
      },
    },
    opening: {
      title: "The first moves",
      text: "On an empty board, the third and fourth lines are good places, and so is the middle of a small board: your stones there surround something and are not easily surrounded. The sides come later, the edge last.",
      first: {
        task: "The board is empty. Start above the two lowest lines.",
        right: "A good place to start.",
      },
      second: {
        task: "A few moves later. Play where there is room, again above the two lowest lines.",
        right: "You know enough for a whole game. Play one against the computer, at its beginner level.",
      },
    },
  },
  gomoku: {
    title: "Gomoku",
    about: "Threes and fours, and how they win together.",
    five: {
      title: "Five in a row",
      text: "Five stones of your colour next to each other on a straight line win: across, up or diagonally. Stones stay where they are.",
      row: { task: "Complete your row.", right: "Five in a row." },
      slant: { task: "Diagonal rows count, too. Complete this one.", right: "Five in a row." },
    },
    stop: {
      title: "Stop a four",
      text: "When the other side needs only one more stone, you must take that point at once.",
      row: {
        task: "White has four in a row. Stop the fifth.",
        right: "Closed at both ends: this row can never become five.",
      },
      hole: {
        task: "A row with a gap is a four, too. Find the point.",
        right: "With your stone in the middle, the four is gone.",
      },
    },
    four: {
      title: "Fours force",
      text: "A <four>four</four> must be answered at once. So with a four you decide what White does next.",
      make: { task: "Make a four of your three stones.", right: "White had no choice." },
    },
    openFour: {
      title: "The open four",
      text: "A <four>four</four> with both ends free needs one stone at either end. White can stop only one of them.",
      make: { task: "Make a four with both ends free.", right: "White stops one end." },
      win: { task: "Win at the other one.", right: "An open four cannot be stopped." },
    },
    openThree: {
      title: "The open three",
      text: "A three that can become an open four is called open. It threatens to win, so White must answer it, too.",
      make: {
        task: "Make an open three, with or without a gap.",
        right: "White must answer now, or you make an open four.",
      },
    },
    stopThree: {
      title: "Stop a three",
      text: "Stop an <three>open three</three> before it is an open <four>four</four>: at one of its ends, or in its gap.",
      solid: {
        task: "White has an open three. Stop it.",
        right: "Now White can make a four, but never an open one.",
      },
      split: {
        task: "This open three has a gap. Stop it: there are three good points.",
        right: "Now it can never become an open four.",
      },
    },
    hole: {
      title: "Look for gaps",
      text: "A row with a gap is easy to miss, for the other side as well.",
      fill: { task: "Make an open four.", right: "White stops one end." },
      win: { task: "Win.", right: "Three with a gap are as strong as three without." },
    },
    fourFour: {
      title: "Two fours",
      text: "Two <four>fours</four> with one stone need two answers, and White has one move.",
      cross: {
        task: "Make two fours with one stone, where two closed threes meet.",
        right: "White can stop only one of them.",
      },
      win: { task: "Win.", right: "A double threat: the way to win at Gomoku." },
    },
    fourThree: {
      title: "A four and a three",
      text: "A <four>four</four> that also makes an <three>open three</three> wins: White must stop the four, and the three becomes an open four.",
      cross: { task: "Make a four and an open three with one stone.", right: "White had to stop the four." },
      open: { task: "Now make an open four.", right: "White stops one end." },
      win: { task: "Win.", right: "Four and three: the most common way to win." },
    },
    threeThree: {
      title: "Two threes",
      text: "Two <three>open threes</three> at once win, too, unless White can answer with fours.",
      cross: { task: "Make two open threes with one stone.", right: "White can stop only one of them." },
      open: { task: "Make an open four from the other one.", right: "White stops one end." },
      win: { task: "Win.", right: "Two open threes: one too many." },
    },
    byFours: {
      title: "Winning by fours",
      text: "Since each <four>four</four> has only one answer, you can plan several moves ahead: four after four, until one makes two threats.",
      first: {
        task: "You can win by fours. Start with a four that helps the next one.",
        right: "White had to stop that one.",
      },
      second: { task: "Now make two threats with one stone.", right: "Two points to stop." },
      win: { task: "Win.", right: "White never had a choice: this is a victory by continuous fours." },
    },
    defend: {
      title: "See it coming",
      text: "Look at White's rows as if they were yours: where do they meet? Take that point first.",
      cross: {
        task: "White is about to make a four and an open three. Leave White no win.",
        right:
          "Now White has no winning fours. You are ready for a game against the computer, at its beginner level.",
      },
    },
  },
  renju: {
    title: "Renju",
    about: "What Black may not play, and how White uses that.",
    five: {
      title: "Exactly five",
      text: "Renju is Gomoku with a handicap for Black, who moves first. Black wins with exactly five in a row, and some points are <forbidden>forbidden</forbidden> for Black.",
      win: { task: "Five in a row wins, as always. Complete your row.", right: "Exactly five." },
    },
    overline: {
      title: "Six are too many",
      text: "More than five in a row is an overline. Black may not make one.",
      six: {
        task: "Try to fill the gap, on the marked point.",
        right: "The stone would make six in a row.",
      },
      five: {
        task: "Here you have a row of four, and a stone beyond it. Win with exactly five.",
        right: "The other end would have made six.",
      },
    },
    doubleFour: {
      title: "Two fours",
      text: "Black may not make two <four>fours</four> with one stone.",
      cross: {
        task: "Try to make two fours, on the marked point.",
        right: "In Gomoku this would win. Here it is forbidden.",
      },
      line: {
        task: "Two fours can be on one line. Tap the point that this forbids.",
        right: "A stone there would make one four to the left and another to the right.",
      },
    },
    doubleThree: {
      title: "Two open threes",
      text: "Black may not make two <three>open threes</three> with one stone either.",
      cross: {
        task: "Try to make two open threes, on the marked point.",
        right: "Two open threes at once: forbidden.",
      },
      find: {
        task: "Tap the point that is forbidden here.",
        right: "A row and a column would both become open threes.",
      },
    },
    closed: {
      title: "A three that is not open",
      text: "Only <three>open threes</three> count. If one of them can never become an open four, the point is allowed.",
      closed: {
        task: "White has closed the row. Play on the marked point.",
        right: "One open three, and one that is closed: allowed.",
      },
    },
    fourThree: {
      title: "A four and a three",
      text: "One <four>four</four> and one <three>open three</three> with one stone are allowed. That is how Black wins in Renju.",
      cross: { task: "Make a four and an open three with one stone.", right: "White had to stop the four." },
      open: { task: "Now make an open four.", right: "White stops one end." },
      win: { task: "Win.", right: "Black's way to win." },
    },
    fiveFirst: {
      title: "Five comes first",
      text: "A stone that makes five wins, whatever else it makes.",
      both: { task: "Win.", right: "Five in a row: nothing else counts." },
    },
    find: {
      title: "Find them",
      text: "Look in all four directions through a point. Good players see forbidden points before they arise.",
      one: {
        task: "Tap the point that is forbidden for Black.",
        right: "A diagonal four and a four across, at the same time.",
      },
      two: { task: "And here?", right: "Six in a row." },
    },
    white: {
      title: "White may do all this",
      text: "Nothing is forbidden for White, and more than five in a row win as well. In this step you play White.",
      six: { task: "You are White. Win.", right: "Six in a row: for White that is a win." },
      fours: { task: "You are White. Make two fours with one stone.", right: "White may, and wins." },
    },
    trap: {
      title: "Win by a forbidden point",
      text: "If the only point that stops White's <four>four</four> is <forbidden>forbidden</forbidden> for Black, Black cannot stop it. White often wins like this.",
      four: {
        task: "You are White. Make a four that Black cannot stop.",
        right:
          "To stop it, Black would have to make six in a row, which is forbidden. Black plays elsewhere.",
      },
      win: { task: "Win.", right: "Black's rule was White's weapon." },
    },
    beware: {
      title: "Be careful as Black",
      text: "So a harmless-looking three can be dangerous for Black, if the point you need later is <forbidden>forbidden</forbidden>.",
      escape: {
        task: "You are Black again. Leave White no win by fours.",
        right: "Just in time. You are ready for a game against the computer, at its beginner level.",
      },
    },
  },
  capturefive: {
    title: "Capture Five",
    about: "How to capture, and how five in a row wins: seven steps, a few minutes.",
    liberties: {
      title: "Liberties",
      text: "An empty point right beside a stone is one of its liberties. Only the lines of the board count, not diagonals: a stone has four liberties in the middle, three at the edge, two in the corner.",
      stone: {
        task: "The dots are the four liberties of the white stone. Put your stone on one of them.",
        right: "Each of your stones beside it takes one away.",
      },
      chain: {
        task: "Stones of one colour side by side form a chain and share their liberties. Take one liberty away from this chain.",
        right: "A chain lives and dies as one.",
      },
    },
    capture: {
      title: "Capture",
      text: "A <chain>chain</chain> without a <liberty>liberty</liberty> is removed from the board. So you capture by placing a stone on the last liberty.",
      stone: {
        task: "The white stone has one liberty left. Take it.",
        right: "The stone is gone, and its point is empty again.",
      },
      chain: {
        task: "Now take a whole chain: three stones at once.",
        right: "All three left the board together.",
      },
    },
    atari: {
      title: "Atari",
      text: "A <chain>chain</chain> with only one <liberty>liberty</liberty> left is in atari: the next move can take it. Before you play, check which chains are in atari, White's and your own.",
      put: {
        task: "Put the white stone in atari: leave it only one liberty.",
        right: "If White does nothing, you take the stone.",
      },
      run: {
        task: "Now your own stone is in atari. Save it: give it more liberties.",
        right: "With one more stone, the chain has three liberties.",
      },
      counter: {
        task: "Running to D3 does not help here: that leaves one liberty again. But one of the white stones around yours is in atari too. Take that one.",
        right: "That also saves yours: where the white stone was, you now have a liberty.",
      },
    },
    snapback: {
      title: "Snapback",
      text: "Sometimes you give up one stone to take more. In a snapback, White takes the stone that you throw in, and so fills one of its own last two <liberty>liberties</liberty>.",
      give: {
        task: "The chain on C1 and C2 has two liberties, D1 and D2. Throw in a stone so that it cannot escape.",
        right: "White takes your stone. But count the liberties of the white chain now!",
      },
      back: {
        task: "Take back, on the same point.",
        right: "Three stones for one: a snapback.",
        punished: "Too late: White fills D1 and connects its stones.",
      },
    },
    ko: {
      title: "Ko",
      text: "Two stones could take each other for ever. The <ko>ko</ko> rule forbids that: no move may repeat an earlier position of the board.",
      again: {
        task: "White has just taken your stone on D4. Try to take back at once, on D4.",
        right: "Choose a move that White must answer.",
      },
      threat: {
        task: "So play elsewhere, where White must answer: put the white stone on B2 in atari.",
        right: "White saved its stone. Now the position is different.",
        punished:
          "White need not answer that, and fills D4: the ko is over. Play a threat that White must answer.",
      },
      back: {
        task: "Now you may take back, on D4.",
        right: "And now White may not take back at once.",
        punished: "White fills D4, and the ko is over.",
      },
    },
    suicide: {
      title: "Suicide",
      text: "You may not place a stone that would have no <liberty>liberty</liberty>: that is suicide. But a move that takes something is never suicide: the captured stones make room.",
      none: {
        task: "Try to play among the white stones, on D4.",
        right: "So this point is White's.",
      },
      room: {
        task: "The corner A1 has no liberty either. But what would a stone there take? Play it.",
        right: "Both white stones are taken, and your stone has two liberties.",
      },
    },
    line: {
      title: "The winning line",
      text: "The first player with five stones in a row, across or up and down, wins. Diagonals do not count in this game. A stone in its way stops a line; taking that stone opens it.",
      stop: {
        task: "White has four in a row and needs one more. Stop the line.",
        right: "With your stones at both ends, these four can never become five, unless White takes one.",
      },
      open: {
        task: "Your line has a white stone in the middle. You cannot move it, but you can take it.",
        right: "White may not put it back on D4: that would be suicide. So White plays elsewhere.",
      },
      win: {
        task: "Now complete the line.",
        right: "Five in a row: you win. Now you know Capture Five.",
      },
    },
  },
  connect4: {
    title: "Connect Four",
    about: "Stones fall, and four in a row wins: four short steps.",
    falling: {
      title: "Falling",
      text: "You choose a column, and your stone falls to its lowest empty point. It lands on the bottom, or on another stone.",
      drop: {
        task: "Drop your stone on top of the white one, in column D.",
        right: "It landed on D2.",
      },
    },
    row: {
      title: "Four in a row",
      text: "Four stones of your colour in a row win: across, up, or diagonally. When the other side needs only one more, you must block it.",
      win: {
        task: "Complete your diagonal.",
        right: "A1, B2, C3 and D4: four in a row.",
      },
      stop: {
        task: "White has three in the bottom row. Stop the fourth.",
        right: "Your stones on both sides close the row.",
      },
    },
    double: {
      title: "Two threats at once",
      text: "You can stop one threat, but not two at once: whichever White stops, you play the other.",
      make: {
        task: "Make three in the bottom row with room at both ends.",
        right: "White can stop only one end.",
      },
      win: {
        task: "Win at the point White left open.",
        right: "Most games are won like this: by two threats at once.",
      },
    },
    above: {
      title: "The point above",
      text: "Every stone is a step for the next one. Before you drop a stone, check what the other side could put on top of it.",
      wait: {
        task: "White needs E3, but nothing is below it yet. Play anywhere, but do not help White there.",
        right: "As long as E2 is empty, White cannot get to E3.",
      },
    },
  },
  "atari-go": {
    title: "Atari-Go",
    about: "Only Go's captures. The first capture wins: three short steps.",
    first: {
      title: "The first capture wins",
      text: "Stones side by side form a chain. A chain without an empty point beside it is captured, and the first capture wins.",
      one: {
        task: "The white stone has one empty point left beside it. Win.",
        right: "The stone is taken: you have won.",
      },
      two: {
        task: "Two stones are one chain. Where is its last liberty?",
        right: "Both are taken together.",
      },
    },
    run: {
      title: "Run away",
      text: "A <chain>chain</chain> with one <liberty>liberty</liberty> left is in atari. If it is yours, you lose it with the next move, and the game, unless you act now.",
      run: {
        task: "Your stone is in atari. Give it more liberties.",
        right: "Now the chain has three liberties.",
      },
      counter: {
        task: "Running does not help here. But look at the stones around yours: one of them is in atari, too, and it is your turn.",
        right: "You took first: you win.",
      },
    },
    double: {
      title: "Two at once",
      text: "One stone in atari can run away. Two at once cannot.",
      make: {
        task: "Put both white stones in atari with one move.",
        right: "White can save only one of them.",
      },
      win: {
        task: "Take the other one.",
        right: "Double atari wins most games of Atari-Go.",
      },
    },
  },
  pente: {
    title: "Pente",
    about: "Five in a row in any direction, and capturing pairs: three short steps.",
    pair: {
      title: "Taking a pair",
      text: "You take two stones side by side by holding both points at their ends, in any direction. Single stones and threes are safe. Ten captured stones win the game.",
      one: {
        task: "Take the two white stones.",
        right: "Both stones left the board.",
      },
      two: {
        task: "One stone can take two pairs. Find it.",
        right: "Four stones with one move, one pair of them on a diagonal.",
      },
    },
    own: {
      title: "Your own pairs",
      text: "Your pair is in danger when a white stone is at one end. But you may place a stone between two white ones: only the side that moves can take.",
      save: {
        task: "White is about to take your pair. Save it.",
        right: "Three in a row cannot be taken.",
      },
      between: {
        task: "Play F5, between your stone and a white one.",
        right: "Nothing happens: you can safely move into a trap.",
      },
    },
    five: {
      title: "Five, and how to break it",
      text: "Five in a row wins: across, up, and diagonally. Stop a row at its ends, or break it by taking a pair out of it.",
      win: {
        task: "Complete the diagonal.",
        right: "Five in a row.",
      },
      break: {
        task: "White has four with both ends open. You cannot stop both ends, but you can take a stone out of the row.",
        right: "The pair on F5 and F6 is gone, and with it the four.",
      },
    },
  },
  pentalath: {
    title: "Pentalath",
    about: "Five in a row on hexagons, with captures: three short steps.",
    neighbours: {
      title: "Six neighbours",
      text: "On hexagons, a point has six neighbours. The empty ones are the <liberty>liberties</liberty> of a stone, and a <chain>chain</chain> without liberties is captured.",
      touch: {
        task: "The dots are the six liberties of the white stone. Take one of them away.",
        right: "It takes six stones to capture one in the middle.",
      },
      take: {
        task: "Only one liberty is left. Take the stone.",
        right: "The stone is gone.",
      },
    },
    five: {
      title: "Five in a row",
      text: "Five stones in a row win, along any of the three directions of the lines.",
      win: {
        task: "Your row runs up to the right. Complete it.",
        right: "Five in a row.",
      },
      stop: {
        task: "White has four in a row. Stop them.",
        right: "Closed at both ends.",
      },
    },
    suicide: {
      title: "Suicide, and making room",
      text: "You may not place a stone without a <liberty>liberty</liberty>, unless it takes something. That makes room, even in the middle of a row.",
      none: {
        task: "Try to play among the white stones, on E5.",
        right: "So this point is White's.",
      },
      take: {
        task: "A white stone is in your row. Take it.",
        right: "White may not go back there: that would be suicide.",
      },
      win: {
        task: "Complete the row.",
        right: "Five in a row, right through the middle of White's block.",
      },
    },
  },
} as const satisfies Lessons;
